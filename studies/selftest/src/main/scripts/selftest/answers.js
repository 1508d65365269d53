// What a self test's answers are worth: right, right for a part, wrong, or none.

/** In the order in which a bar shows them. mark: so that none is told by its colour alone. */
export const WORTH = {
  right: {text: 'right', mark: '✓', paint: 'cause hue-teal pattern-0'},
  part: {text: 'may answer for a part', mark: '~', paint: 'cause hue-teal pattern-2'},
  wrong: {text: 'wrong', mark: '✗', paint: 'cause hue-rust pattern-1'},
  none: {text: 'no answer', mark: '–', paint: 'cause hue-none pattern-0'}
};

/** The name under which an injection that was no outlier appears. */
const NO_OUTLIER = 'no outlier';

export function worthOf(answer, fault, abstentions) {
  return fault.causes.includes(answer) ? 'right' : fault.mayAnswer.includes(answer) ? 'part'
    : answer === NO_OUTLIER || abstentions.includes(answer) ? 'none' : 'wrong';
}

/** Of the time of a fault's iterations, the share of each worth. */
export function divided(fault, abstentions) {
  const shares = {right: 0, part: 0, wrong: 0, none: 0};
  Object.entries(fault.answers).forEach(([answer, part]) => { shares[worthOf(answer, fault, abstentions)] += part; });
  return shares;
}

/** The largest wrong answer, {answer, part}; null without one. */
export function mistake(fault, abstentions) {
  return Object.entries(fault.answers).filter(([answer]) => worthOf(answer, fault, abstentions) === 'wrong')
      .map(([answer, part]) => ({answer, part})).sort((a, b) => b.part - a.part)[0] || null;
}
