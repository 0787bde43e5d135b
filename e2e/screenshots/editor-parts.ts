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
