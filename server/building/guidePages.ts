/**
 * The guide inside the program: pages of Markdown in the folder of a language (`src/guide/en/coding.md`) become one file of that language, which the
 * page fetches when somebody opens the guide, or ahead for when there is no network.
 *
 * A page may name things of the program instead of writing them out, so that guide and program cannot drift apart: `{{ui:export.title}}` is what
 * stands on a button or in a menu, `{{keys:codeTo}}` the keys of an action, and `{{every:key}}` the list of all keys; keys depend on the machine, so
 * the page fills them in. A link leads to a page or to a heading of it, `[…](coding#undo)`, which is why every heading has an id: `## Undo {#undo}`.
 * `![what is to be seen](list)` is a picture of `src/guide/pictures`, which `fixtures/testing/takePictures.ts` takes of a program that is built, so that it may be missing here.
 *
 * Promises: throws with the name of the page where it names what is not there, in itself, in the language or among the other pages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import type { GuidePage } from '../../src/model/guidePage.ts'

/** In the order in which they are read. */
const order = ['study', 'coding', 'team', 'views', 'keys', 'exchange', 'privacy']

/** The pages of a language. `root`: the folder of the project. */
export function guidePages(root: string, language: string): GuidePage[] {
  const folder = join(root, 'src/guide', language)
  const messages = JSON.parse(readFileSync(join(root, `src/i18n/${language}.json`), 'utf8')) as Record<string, string>
  const strange = readdirSync(folder).filter((name) => !order.includes(name.replace(/\.md$/, '')))
  if (strange.length > 0) throw new Error(`The guide has no place for ${strange.join(', ')} (${language})`)
  const pages = order.map((name) => readPage(name, readFileSync(join(folder, `${name}.md`), 'utf8'), messages))
  for (const page of pages) checkLinks(page, pages)
  return pages
}

const idAtEnd = / \{#([a-z][\w-]*)\}$/

export function readPage(name: string, text: string, messages: Readonly<Record<string, string>>): GuidePage {
  const fail = (what: string): never => {
    throw new Error(`The page ${name} of the guide ${what}`)
  }
  const said = (key: string): string => {
    const message = messages[key] ?? fail(`names ${key}, which is no string of the program`)
    return /[{}]/.test(message) ? fail(`names ${key}, which needs values`) : message.replaceAll("''", "'")
  }
  const parts: { id: string; title: string }[] = []
  const markdown = new Marked<string, string>({
    extensions: [
      {
        name: 'named',
        level: 'inline',
        start: (source) => source.search(/ ?\{\{/),
        tokenizer(source) {
          const [raw, kind = '', of = ''] = /^ ?\{\{(\w+):([\w.]+)\}\}/.exec(source) ?? []
          return raw === undefined ? undefined : { type: 'named', raw, kind, of }
        },
        renderer({ raw, kind, of }) {
          if (kind === 'ui') return `${/^ /.exec(raw) ?? ''}<b>${escaped(said(of))}</b>`
          if (kind === 'keys') return `<span data-keys="${of}"></span>`
          return kind === 'every' && of === 'key'
            ? '<span data-keys-list></span>'
            : fail(`asks for {{${kind}:${of}}}, which is unknown`)
        },
      },
      {
        name: 'index',
        level: 'inline',
        start: (source) => source.search(/\p{L}_[a-z\d]/u),
        tokenizer(source) {
          const [raw, letter = '', index = ''] = /^(\p{L})_([a-z]+|\d+)/u.exec(source) ?? []
          return raw === undefined ? undefined : { type: 'index', raw, letter, index }
        },
        renderer: ({ letter, index }) => `${letter}<sub>${index}</sub>`,
      },
    ],
    renderer: {
      heading({ depth, tokens, text: source }: Tokens.Heading) {
        const id = idAtEnd.exec(source)?.[1] ?? (depth > 1 ? fail(`has a heading without an id: ${source}`) : '')
        const words = this.parser.parseInline(tokens).replace(idAtEnd, '')
        if (depth === 2) parts.push({ id, title: plain(words) })
        return depth === 1
          ? `<h1 tabindex="-1">${words}</h1>\n`
          : `<h${depth} id="${id}" tabindex="-1">${words}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}" target="_blank" rel="noreferrer">${words}</a>`
        const [page, part] = href.split('#')
        return `<a href="#/guide/${page || name}${part ? `/${part}` : ''}">${words}</a>`
      },
      paragraph({ tokens }) {
        const [picture, ...others] = tokens
        if (picture?.type !== 'image' || others.length > 0) return `<p>${this.parser.parseInline(tokens)}</p>\n`
        const { href, text: words } = picture as Tokens.Image
        return words
          ? `<div data-picture="${escaped(href)}" data-words="${escaped(words)}"></div>\n`
          : fail(`has the picture ${href} without words for those who do not see it`)
      },
      image: ({ href }) => fail(`has the picture ${href} within a line`),
      table(token) {
        const cell = (of: Tokens.TableCell, tag: string) => `<${tag}>${this.parser.parseInline(of.tokens)}</${tag}>`
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((of) => cell(of, tag)).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="guide-table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
      html: ({ raw }: Tokens.HTML | Tokens.Tag) => fail(`has HTML, which it is not to have: ${raw}`),
    },
  })
  const tokens = markdown.lexer(text)
  const title = titleOf(tokens) ?? fail('has no title')
  const html = markdown
    .parser(tokens)
    .trim()
    .replace('<p><span data-keys-list></span></p>', '<div data-keys-list></div>')
  return { name, title, parts, html }
}

const titleOf = (tokens: readonly Token[]): string | undefined =>
  tokens.find((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 1)?.text

function checkLinks({ name, html }: GuidePage, pages: readonly GuidePage[]): void {
  for (const [, page, part] of html.matchAll(/href="#\/guide\/([\w-]+)(?:\/([\w-]+))?"/g)) {
    const target = pages.find((one) => one.name === page)
    if (!target || (part && !target.html.includes(` id="${part}"`)))
      throw new Error(`The page ${name} of the guide leads to ${page}#${part ?? ''}, which is not there`)
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const plain = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
