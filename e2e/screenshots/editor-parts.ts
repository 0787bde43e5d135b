/** The page that the pictures of the editor's parts show: invented, too. */
export const PARTS_PAGE = `[TOC]

## How a repair goes

A customer brings a bicycle. We ==look at it together==, write down what it needs, and say a price before we begin.[^1]

> [!TIP]
> Ask for the age of the chain: a new one wears out an old sprocket.

<details>
<summary>What we look at first</summary>

Brakes, tyres, chain, lights.

</details>

- [x] Order spare parts
- [ ] Call back the customer

## Prices

| Repair | Hours | Price |
| --- | ---: | ---: |
| New chain | 0.5 | € 45 |
| Wheel trued | 1 | € 38 |
| Full service | 3 | € 140 |

The wear of a chain is $w = \\frac{l - l_0}{l_0}$, in percent.

## The way of an order

\`\`\`mermaid
graph LR
  A[Order] --> B{In stock?}
  B -->|yes| C[Repair]
  B -->|no| D[Order part] --> C
\`\`\`

\`\`\`typescript
export function price(hours: number, parts: number): number {
  return Math.round(hours * 62 + parts);
}
\`\`\`

[^1]: Up to ten percent more without asking.`;

/** Three versions of one page, oldest first. */
export const PARTY_VERSIONS = [
  `We open the shop with soup and repairs for nothing.

## Program

| When | What |
| --- | --- |
| 10:00 | Doors open |
| 14:00 | Repairs for nothing |`,
  `We open the shop with soup and repairs for nothing.

## Program

| When | What |
| --- | --- |
| 10:00 | Doors open |
| 12:00 | Soup |
| 14:00 | Repairs for nothing |

From the train it is a walk of ten minutes along the river, past the mill and the school, and over the old bridge
behind the church. Please bring a bowl and a spoon: we have forty of each, and last year that was not enough for all.`,
  `We open the shop with **soup, music** and repairs for nothing. Here is [the map](https://map.example/yard).

## Program

| When | What |
| --- | --- |
| 11:00 | Doors open |
| 12:00 | Soup from two pots |
| 14:00 | Repairs for nothing |

> [!TIP]
> Come by bicycle: the first ten get a new bell.

- [x] Ask the neighbors
- [ ] Borrow benches`,
] as const;
