// Finds sections of the documentation that hold all words that were typed. The index is a script, read at the first use.
(() => {
    'use strict';
    const MOST = 20;
    const AROUND = 70;
    const root = document.currentScript.dataset.root;
    const field = document.getElementById('search');
    const found = document.getElementById('found');
    let index = null;

    function load() {
        if (index === null) {
            index = new Promise((resolve, reject) => {
                const script = document.createElement('script');
                script.src = root + 'search-index.js';
                script.onload = () => resolve(window.stragglerSearchIndex.map(section => ({
                    ...section,
                    inPage: section.page.toLowerCase(),
                    inHeading: section.heading.toLowerCase(),
                    inText: section.text.toLowerCase(),
                })));
                script.onerror = reject;
                document.head.append(script);
            });
        }
        return index;
    }

    /** How well a section fits; 0 if a word is missing. */
    function weight(section, words) {
        let sum = 0;
        for (const word of words) {
            const one = (section.inHeading.includes(word) ? 10 : 0)
                + (section.inPage.includes(word) ? 4 : 0)
                + Math.min(3, section.inText.split(word).length - 1);
            if (one === 0) {
                return 0;
            }
            sum += one;
        }
        return sum;
    }

    function excerpt(section, words) {
        const at = Math.max(0, section.inText.indexOf(words.find(word => section.inText.includes(word)) ?? ''));
        const from = Math.max(0, at - AROUND);
        const to = Math.min(section.text.length, at + 2 * AROUND);
        const line = document.createElement('span');
        line.append(from > 0 ? '… ' : '');
        mark(line, section.text.slice(from, to), words);
        line.append(to < section.text.length ? ' …' : '');
        return line;
    }

    function mark(element, text, words) {
        const lower = text.toLowerCase();
        let from = 0;
        while (from < text.length) {
            const next = words
                .map(word => ({word, at: lower.indexOf(word, from)}))
                .filter(one => one.at >= 0)
                .sort((a, b) => a.at - b.at || b.word.length - a.word.length)[0];
            if (next === undefined) {
                break;
            }
            const marked = document.createElement('mark');
            marked.textContent = text.slice(next.at, next.at + next.word.length);
            element.append(text.slice(from, next.at), marked);
            from = next.at + next.word.length;
        }
        element.append(text.slice(from));
    }

    function entry(section, words) {
        const link = document.createElement('a');
        link.href = root + section.href;
        const title = document.createElement('strong');
        title.textContent = section.heading === section.page ? section.page : section.page + ' › ' + section.heading;
        link.append(title, excerpt(section, words));
        return link;
    }

    function say(text) {
        const line = document.createElement('p');
        line.textContent = text;
        found.replaceChildren(line);
        found.hidden = false;
    }

    async function search() {
        const words = field.value.toLowerCase().split(/\s+/).filter(word => word !== '');
        if (words.length === 0) {
            found.hidden = true;
            return;
        }
        let sections;
        try {
            sections = await load();
        } catch {
            say('The index of the search, search-index.js, is missing beside the pages.');
            return;
        }
        const fitting = sections
            .map(section => ({section, weight: weight(section, words)}))
            .filter(one => one.weight > 0)
            .sort((a, b) => b.weight - a.weight);
        if (fitting.length === 0) {
            say('No section holds all of these words.');
            return;
        }
        found.replaceChildren(...fitting.slice(0, MOST).map(one => entry(one.section, words)));
        if (fitting.length > MOST) {
            const more = document.createElement('p');
            more.textContent = `${fitting.length - MOST} further sections: type another word.`;
            found.append(more);
        }
        found.scrollTop = 0;
        found.hidden = false;
    }

    function step(event, by) {
        const links = [...found.querySelectorAll('a')];
        const at = links.indexOf(document.activeElement);
        const next = links[at + by];
        if (!found.hidden && (next || at === 0)) {
            event.preventDefault();
            (next ?? field).focus();
        }
    }

    field.addEventListener('input', search);
    field.form.addEventListener('submit', event => {
        event.preventDefault();
        found.querySelector('a')?.click();
    });
    document.addEventListener('keydown', event => {
        if (event.key === '/' && document.activeElement !== field) {
            event.preventDefault();
            field.focus();
            field.select();
        } else if (event.key === 'Escape') {
            found.hidden = true;
        } else if (event.key === 'ArrowDown' && field.form.contains(document.activeElement)) {
            step(event, 1);
        } else if (event.key === 'ArrowUp' && field.form.contains(document.activeElement)) {
            step(event, -1);
        }
    });
    document.addEventListener('click', event => {
        if (!field.form.contains(event.target)) {
            found.hidden = true;
        }
    });
    // As on report pages: whoever drives a browser knows that the page is ready.
    document.documentElement.dataset.drawn = 'true';
})();
