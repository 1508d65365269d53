// The outlier that is shown in full. Whatever on the page names an outlier opens it here, without knowing the list that shows it.

let list = null;

/** newList: {open(i), step(step)}, the one that shows outliers from now on. */
export function showIn(newList) {
  list = newList;
}

/** Shows an outlier by its number. */
export function openOutlier(i) {
  list.open(i);
}

/** Shows the next less bad outlier, or with -1 the next worse one; nothing where the page lists none. */
export function stepOutlier(step) {
  list && list.step(step);
}
