// Draws what a canvas draws as SVG: the calls that the page's painters make, and no others.

const number = value => String(Math.round(value * 100) / 100);
const escaped = text => String(text).replace(/[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f]/g,
    c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c] || ''));

export class SvgContext {
  constructor(width, height) {
    this.size = {width, height};
    this.parts = [];
    this.path = '';
    this.dash = [];
    this.clips = 0;
    this.saved = [];
    Object.assign(this, {fillStyle: '#000', strokeStyle: '#000', lineWidth: 1, globalAlpha: 1, font: '12px sans-serif',
      textAlign: 'left', textBaseline: 'alphabetic'});
    this.measure = document.createElement('canvas').getContext('2d');
  }

  paint(fill) {
    return `${fill ? `fill="${escaped(this.fillStyle)}"` : `fill="none" stroke="${escaped(this.strokeStyle)}" stroke-width="${number(this.lineWidth)}"`}`
      + (!fill && this.dash.length ? ` stroke-dasharray="${this.dash.map(number).join(' ')}"` : '')
      + (this.globalAlpha < 1 ? ` opacity="${number(this.globalAlpha)}"` : '');
  }

  rectangle(x, y, width, height, fill) {
    this.parts.push(`<rect x="${number(x)}" y="${number(y)}" width="${number(Math.max(0, width))}" height="${number(Math.max(0, height))}" ${this.paint(fill)}/>`);
  }

  fillRect(x, y, width, height) { this.rectangle(x, y, width, height, true); }
  strokeRect(x, y, width, height) { this.rectangle(x, y, width, height, false); }
  clearRect() {}
  setTransform() {}
  setLineDash(dash) { this.dash = dash; }
  beginPath() { this.path = ''; }
  moveTo(x, y) { this.path += `M${number(x)} ${number(y)}`; }
  lineTo(x, y) { this.path += `L${number(x)} ${number(y)}`; }
  closePath() { this.path += 'Z'; }
  rect(x, y, width, height) { this.path += `M${number(x)} ${number(y)}h${number(width)}v${number(height)}h${number(-width)}Z`; }
  arc(x, y, radius) { this.path += `M${number(x - radius)} ${number(y)}a${number(radius)} ${number(radius)} 0 1 0 ${number(2 * radius)} 0a${number(radius)} ${number(radius)} 0 1 0 ${number(-2 * radius)} 0Z`; }
  fill() { this.parts.push(`<path d="${this.path}" ${this.paint(true)}/>`); }
  stroke() { this.parts.push(`<path d="${this.path}" ${this.paint(false)}/>`); }

  save() {
    this.saved.push(['fillStyle', 'strokeStyle', 'lineWidth', 'globalAlpha', 'font', 'textAlign', 'textBaseline', 'dash'].map(key => [key, this[key]]));
    this.parts.push('<g>');
  }

  restore() {
    Object.assign(this, Object.fromEntries(this.saved.pop()));
    this.parts.push('</g>');
  }

  clip() {
    const id = 'clip' + ++this.clips;
    this.parts[this.parts.length - 1] = `<clipPath id="${id}"><path d="${this.path}"/></clipPath><g clip-path="url(#${id})">`;
  }

  /** What a canvas is drawn with is in pixels twice as fine, which only such a picture in the picture needs to know. */
  getTransform() { return {a: 2}; }

  drawImage(canvas, x, y, width, height) {
    this.parts.push(`<image x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" href="${canvas.toDataURL()}"/>`);
  }

  measureText(text) {
    this.measure.font = this.font;
    return this.measure.measureText(text);
  }

  fillText(text, x, y) {
    const [size] = /[\d.]+px/.exec(this.font) || ['12px'];
    const family = this.font.slice(this.font.indexOf(size) + size.length).trim();
    const anchor = {center: 'middle', right: 'end', end: 'end'}[this.textAlign] || 'start';
    const baseline = {middle: 'central', top: 'hanging'}[this.textBaseline] || 'auto';
    this.parts.push(`<text x="${number(x)}" y="${number(y)}" font-size="${size}" font-family="${escaped(family)}" text-anchor="${anchor}" dominant-baseline="${baseline}" xml:space="preserve" ${this.paint(true)}>${escaped(text)}</text>`);
  }

  toString() {
    const {width, height} = this.size;
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${this.parts.join('')}</svg>`;
  }
}
