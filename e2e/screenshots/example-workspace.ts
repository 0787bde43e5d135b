/** A workspace as a small company might have it: invented, for pictures of the product. */

export interface ExamplePage {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly order_index: number;
  readonly description?: string;
  readonly content: string;
}

// Its lines are short: on a phone the landing page's picture ends before the page does.
const LAUNCH = `Everything that has to be true before we open the shop. **Mira** keeps this page.

## This week

- [x] Move the product photos to the new server
- [x] Agree on the price of spare parts with the workshop
- [ ] Write the three texts for the start page
- [ ] Test an order from a phone, on a slow connection

## Dates

| When | What | Who |
| --- | --- | --- |
| 2 March | Texts are final | Jonas |
| 9 March | Ten friends order something | Mira |
| 16 March | Open | everybody |

> A launch that nobody notices is a good launch. More in [How we work](/dashboard/pages/{work}).`;

export const earlierPlan = `Everything that has to be true before we open. **Mira** keeps this page.

## This week

- [ ] Move the product photos to the new server
- [ ] Write the two texts for the start page

## Dates

| When | What | Who |
| --- | --- | --- |
| 2 March | Texts are final | Jonas |
| 14 March | Open | everybody |`;

const id = (number: number) => `5b1d7c00-0000-4000-8000-${String(number).padStart(12, '0')}`;

const TREE: readonly (readonly [number, number | null, string, string?])[] = [
  [1, null, 'Handbook'],
  [
    2,
    1,
    'How we work',
    'Meetings are short, and what was decided in them is on a page. Launch plans have one owner.',
  ],
  [3, 1, 'Holidays and sick days', 'Tell the team, then the calendar.'],
  [4, 1, 'First week', 'Keys, accounts, lunch, and a bicycle.'],
  [5, null, 'Projects'],
  [6, 5, 'Web shop'],
  [7, 6, 'Launch plan', LAUNCH],
  [8, 6, 'Product photos', 'Where they are, and how they are named. Needed before launch.'],
  [9, 6, 'Delivery and returns', 'Returns within 30 days. Spare parts ship within two.'],
  [10, 5, 'Spring catalogue', 'Launches with the shop, in print a week later.'],
  [11, null, 'Meeting notes'],
  [12, 11, '23 February', 'Launch moves to 16 March. Jonas writes the texts.'],
  [13, 11, '16 February', 'Prices of spare parts; a shorter form for orders.'],
  [14, null, 'Customers'],
  [15, null, 'Workshop'],
];

export const launchPlan = id(7);

export const examplePages: readonly ExamplePage[] = TREE.map(([number, parent, name, content = ''], at) => ({
  id: id(number),
  name,
  parent_id: parent === null ? null : id(parent),
  order_index: at + 1,
  content: content.replace('{work}', id(2)),
  description: number === 7 ? 'What is left to do until the shop opens' : '',
}));
