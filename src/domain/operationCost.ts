// What one operation of the graph may cost.

/** Most objects that one operation may touch, as estimated before it runs. Resource reference 1.10. */
export const largestOperationCost = 10_000;

/** What each operation of a bulk costs beside what it spends: as many as there may be cost one operation of the largest size. */
export const bulkOperationCost = 100;
