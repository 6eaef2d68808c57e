// What one operation of the graph may cost.

/** Most objects that one operation may touch, as they are reckoned before it runs. Resource reference 1.10. */
export const largestOperationCost = 10_000;
