// The outlier that is shown in full. Whatever on the page names an outlier opens it here, without knowing the list that shows it.

let list = null;

/** What was asked for before there was a list. */
let wanted = null;

/** newList: {open(i), step(step)}, the one that shows outliers from now on. */
export function showIn(newList) {
  list = newList;
  const first = wanted;
  wanted = null;
  if (first !== null) {
    list.open(first);
  }
}

/** Shows an outlier by its number, as soon as the page lists them. */
export function openOutlier(i) {
  if (list) {
    list.open(i);
  } else {
    wanted = i;
  }
}

/** Shows the next less bad outlier, or with -1 the next worse one; nothing where the page lists none. */
export function stepOutlier(step) {
  list && list.step(step);
}
