/** Comments have no place in the tree: readers, search and programs do not see them. */
import type { NodeMakers } from '../../tree/reading.ts';

export const nodes: NodeMakers = { inlines: { Remark: () => [] } };
