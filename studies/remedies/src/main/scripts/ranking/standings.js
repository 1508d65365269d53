// What is certain of a remedy, with how it is drawn: a mark each, so that none is told by its colour alone.

export const STANDINGS = {
  helps: {text: 'helps', hue: 'teal', mark: 'circle'},
  harms: {text: 'harms', hue: 'rust', mark: 'triangle'},
  open: {text: 'cannot tell', hue: 'grey', mark: 'diamond'},
  'not-worth-it': {text: 'no help worth it', hue: 'grey', mark: 'square'},
  behind: {text: 'behind the best', hue: 'grey', mark: 'diamond'},
  out: {text: 'not measured', hue: 'grey', mark: 'square'}
};
