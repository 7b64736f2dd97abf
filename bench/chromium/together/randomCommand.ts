/** A random command on the project as a copy has it. Texts but the shared one are anybody's, from all sides at once. */
import type { Random } from '../../../fixtures/random.ts'
import type { Call } from '../../../src/model/commands.ts'
import type { Table } from '../../../src/model/schema.ts'
import { type Person, shared, type Whole } from './person.ts'

/** `tells`: what it makes stays until the step is undone; nobody else removes it. */
export type Chosen = Call & { tells?: Table }

const words = [
  'trust',
  'doubt',
  '👩‍👩‍👧',
  'e\u0301te\u0301',
  'שלום',
  ' ',
  '\n',
  'longer words here',
  '😀',
  '<b>',
  '&amp;',
]
const someWords = (random: Random) => Array.from({ length: 1 + random.below(4) }, () => random.from(words)).join('')
/** What others may rename, merge and remove. */
const loose = 'loose'

export function randomCommand(
  random: Random,
  { name, acts }: Person,
  { frame, contents }: Whole,
  sourceId: number,
  text: string,
): Chosen | null {
  const any = <T>(list: readonly T[]): T | undefined => (list.length > 0 ? random.from(list) : undefined)
  const own = `${name} ${acts} ${random.below(1e6)}`
  const start = random.below(Math.max(1, text.length - 1))
  const place = { sourceId, questionId: 1, start, length: Math.min(text.length - start, 1 + random.below(12)) }
  const quirkId = any(frame.quirks)?.id
  const looseQuirk = any(frame.quirks.filter(({ title }) => title.startsWith(loose)))?.id
  const looseSource = any(frame.sources.filter(({ title }) => title.startsWith(loose)))?.id
  const highlightId = any(contents.flatMap(({ highlights }) => highlights))?.id
  const memo = any(contents.flatMap(({ memos }) => memos).filter(({ length }) => length > 0))
  const group = any(frame.groups)
  const value = any(frame.propertyValues)
  const whole = frame.sources.find(({ title }) => title === shared)?.id ?? sourceId

  const editing = (): Chosen | null => {
    if (text.length === 0) return null
    const to = Math.min(text.length, start + (random.chance(1, 2) ? 0 : random.below(10)))
    const insert = random.chance(3, 4) ? someWords(random) : ''
    return { command: 'editAnswer', args: { sourceId, questionId: 1, changes: [{ from: start, to, insert }] } }
  }
  const onPassage = (make: () => Chosen | null): Chosen | null => (text.length > 2 ? make() : null)
  const choices: (readonly [number, () => Chosen | null])[] = [
    [14, editing],
    [
      12,
      () =>
        onPassage(() => (quirkId === undefined ? null : { command: 'createHighlight', args: { ...place, quirkId } })),
    ],
    [
      3,
      () =>
        highlightId === undefined
          ? null
          : { command: 'updateHighlight', args: { highlightId, length: 1 + random.below(9) } },
    ],
    [
      3,
      () => (highlightId === undefined ? null : { command: 'removeHighlights', args: { highlightIds: [highlightId] } }),
    ],
    [4, () => onPassage(() => ({ command: 'createMemo', args: { ...place, content: someWords(random) || own } }))],
    [2, () => (memo ? { command: 'updateMemo', args: { memoId: memo.id, content: own } } : null)],
    [1, () => (memo ? { command: 'removeMemos', args: { memoIds: [memo.id] } } : null)],
    [
      6,
      () => ({
        command: 'createMemo',
        args: { sourceId: whole, questionId: 1, start: 0, length: 0, content: own },
        tells: 'memos',
      }),
    ],
    [3, () => ({ command: 'createQuirk', args: { title: own }, tells: 'quirks' })],
    [2, () => ({ command: 'createQuirk', args: { title: `${loose} ${own}` } })],
    [
      6,
      () =>
        quirkId === undefined
          ? null
          : { command: 'moveQuirk', args: { quirkId, x: random.below(600), y: random.below(500) } },
    ],
    [2, () => (quirkId === undefined ? null : { command: 'updateQuirk', args: { quirkId, description: own } })],
    [1, () => (looseQuirk === undefined ? null : { command: 'removeQuirk', args: { quirkId: looseQuirk } })],
    [
      1,
      () =>
        looseQuirk === undefined || quirkId === undefined || quirkId === looseQuirk
          ? null
          : { command: 'mergeQuirks', args: { sourceQuirkId: looseQuirk, targetQuirkId: quirkId } },
    ],
    [2, () => ({ command: 'createGroup', args: { description: own }, tells: 'groups' })],
    [
      3,
      () =>
        group && quirkId !== undefined
          ? { command: 'setGroup', args: { groupId: group.id, quirkId, member: random.chance(2, 3) } }
          : null,
    ],
    [
      1,
      () => ({
        command: 'createSourceProperty',
        args: { key: own, values: ['young', 'old'] },
        tells: 'source_metadata_keys',
      }),
    ],
    [
      3,
      () =>
        value ? { command: 'setSourceProperty', args: { sourceId, keyId: value.keyId, valueIds: [value.id] } } : null,
    ],
    [1, () => ({ command: 'createSource', args: { title: `${loose} ${own}`, html: '<p>words that go again</p>' } })],
    [1, () => (looseSource === undefined ? null : { command: 'removeSources', args: { sourceIds: [looseSource] } })],
    [3, () => ({ command: 'sendChatMessage', args: { message: own }, tells: 'chat_messages' })],
  ]
  let at = random.below(choices.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, make] of choices) {
    at -= weight
    if (at < 0) return make()
  }
  return null
}
