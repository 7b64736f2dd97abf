/**
 * The help that the program brings along: what its documentation says of working with projects (`server/docs/projects.md`), as a document of its own
 * that needs nothing else. Whoever runs a server may lead to another one (`THICKET_HELP`).
 *
 * Promises: no link leads to where nothing is: pages of the documentation that are not here are named in words.
 */
import { Marked } from 'marked'

const style = `body { font: 1rem/1.6 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.25 }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere }`

const markdown = new Marked({
  renderer: {
    link({ href, tokens }) {
      const words = this.parser.parseInline(tokens)
      return /^https?:/.test(href) ? `<a href="${href}">${words}</a>` : words
    },
  },
})

/** `text`: Markdown. The server puts a nonce into the document for each request. */
export const helpPage = (text: string): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<title>Thicket: help</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<style nonce="__NONCE__">${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    markdown.parse(text, { async: false }).trim(),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
