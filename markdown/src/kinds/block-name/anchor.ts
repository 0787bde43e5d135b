/** The node by which links know the block. */
export const anchor = 'BlockName';
