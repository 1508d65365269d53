// What a budget adds up to.

/** All that a cause took: in the outliers that it happened to, and in those that had to wait for them. */
export function total(sum) {
  return sum.ownNs + sum.carriedNs;
}

/** All latency, or where waiting is not explained only the rest. */
export function divided({budget, ownPartsOnly}) {
  const causes = budget.causes.filter(sum => !ownPartsOnly || sum.cause !== 'inherited');
  return {causes, latencyNs: causes.reduce((sum, one) => sum + total(one), 0)};
}
