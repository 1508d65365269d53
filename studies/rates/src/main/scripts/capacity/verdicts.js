// What a run says on its own, with how it is drawn: a mark each, so that none is told by its colour alone.

export const VERDICTS = {
  holds: {text: 'holds', hue: 'teal', mark: 'circle'},
  fails: {text: 'fails', hue: 'rust', mark: 'triangle'},
  undecided: {text: 'undecided', hue: 'grey', mark: 'diamond'}
};
