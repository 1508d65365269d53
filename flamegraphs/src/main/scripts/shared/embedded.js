// The data that the page carries: compressed in a report, plain in the template.

async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(stream).text();
}

/** Resolves to the data; rejects with a sentence where the browser cannot read it. */
export async function embedded() {
  const element = document.getElementById('data');
  if (element.type === 'application/json') {
    return JSON.parse(element.textContent);
  }
  if (!globalThis.DecompressionStream) {
    throw new Error('This browser is too old for the report: it needs one of 2023 or later.');
  }
  return JSON.parse(await inflated(element.textContent));
}
