/** The arguments of every command, for lines from outside: the type checker holds this table to `CommandMap`. */
import type { Args, CommandName } from '../../src/model/commands.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isInt = (value: unknown): boolean => Number.isSafeInteger(value)
const isNumber = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER
const isText = (value: unknown): boolean => typeof value === 'string'
const listOf = (holds: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(holds)

const isMemo = (value: unknown): boolean =>
  isObject(value) &&
  [value.start, value.length, value.timestamp].every(isInt) &&
  [value.content, value.author].every(isText)

const kinds = {
  int: { is: isInt, what: 'a whole number' },
  number: { is: isNumber, what: 'a number' },
  text: { is: isText, what: 'a text' },
  flag: { is: (value: unknown) => typeof value === 'boolean', what: 'true or false' },
  ints: { is: listOf(isInt), what: 'a list of whole numbers' },
  texts: { is: listOf(isText), what: 'a list of texts' },
  changes: {
    is: listOf((value) => isObject(value) && isInt(value.from) && isInt(value.to) && isText(value.insert)),
    what: 'a list of { from, to, insert }',
  },
  steps: { is: listOf(isObject), what: 'a list of steps' },
  sources: {
    is: listOf(
      (value) =>
        isObject(value) &&
        ['title', 'html', 'icon', 'folder'].every((name) => !(name in value) || isText(value[name])) &&
        (!('memos' in value) || listOf(isMemo)(value.memos)),
    ),
    what: 'a list of { title, html, icon, folder, memos }',
  },
  projects: {
    is: listOf(
      (value) => isObject(value) && isText(value.rows) && (!('keepBoth' in value) || listOf(isInt)(value.keepBoth)),
    ),
    what: 'a list of { rows, keepBoth }',
  },
  passages: {
    is: listOf(
      (value) => isObject(value) && ['sourceId', 'questionId', 'start', 'length'].every((name) => isInt(value[name])),
    ),
    what: 'a list of { sourceId, questionId, start, length }',
  },
  cells: {
    is: listOf(
      (value) => isObject(value) && isInt(value.sourceId) && isInt(value.keyId) && listOf(isText)(value.values),
    ),
    what: 'a list of { sourceId, keyId, values }',
  },
  words: {
    is: listOf((value) => isObject(value) && isText(value.value) && typeof value.selected === 'boolean'),
    what: 'a list of { value, selected }',
  },
  filters: { is: listOf(isObject), what: 'a list of { field, operator, value, clause }' },
  properties: {
    is: listOf((value) => isObject(value) && isText(value.key) && typeof value.multipleChoice === 'boolean'),
    what: 'a list of { key, multipleChoice }',
  },
} as const
type Kind = keyof typeof kinds

type Shape<A> = { [K in keyof A]-?: Record<never, never> extends Pick<A, K> ? `${Kind}?` : Kind }

const place = { sourceId: 'int', questionId: 'int' } as const
const stretch = { start: 'int', length: 'int' } as const
const seen = { tick: 'int?' } as const
const quirk = {
  title: 'text?',
  description: 'text?',
  color: 'text?',
  parentQuirkId: 'int?',
  groupIds: 'ints?',
  shortcutKey: 'text?',
} as const
const newQuirk = { ...quirk, x: 'number?', y: 'number?' } as const

export const commandArguments: { [N in CommandName]: Shape<Args<N>> } = {
  createSource: { title: 'text?', html: 'text?', icon: 'text?' },
  importSources: { sources: 'sources', questionId: 'int?' },
  importProject: { rows: 'text', title: 'text?', questionId: 'int?', knownOnly: 'flag?' },
  mergeProjects: { others: 'projects', title: 'text?' },
  restoreState: { state: 'text', seq: 'int' },
  updateSource: { sourceId: 'int', title: 'text?', icon: 'text?' },
  removeSources: { sourceIds: 'ints' },
  createQuestion: { question: 'text' },
  updateQuestion: { questionId: 'int', question: 'text?', questionOrder: 'int?' },
  removeQuestion: { questionId: 'int' },
  createAnswer: place,
  editAnswer: { ...place, changes: 'changes' },
  editAnswerSteps: { ...place, steps: 'steps', tick: 'int', session: 'text' },
  createQuirk: newQuirk,
  updateQuirk: { quirkId: 'int', ...quirk },
  moveQuirk: { quirkId: 'int', x: 'number?', y: 'number?', parentQuirkId: 'int?' },
  removeQuirk: { quirkId: 'int' },
  mergeQuirks: { sourceQuirkId: 'int', targetQuirkId: 'int' },
  setShortcutKey: { quirkId: 'int', shortcutKey: 'text' },
  createHighlight: { ...place, quirkId: 'int', ...stretch, ...seen },
  createHighlights: { quirkId: 'int', passages: 'passages' },
  updateHighlight: { highlightId: 'int', start: 'int?', length: 'int?', quirkId: 'int?', ...seen },
  removeHighlights: { highlightIds: 'ints' },
  createQuirkForPassage: { ...place, ...newQuirk, ...stretch, ...seen },
  createMemo: { ...place, ...stretch, content: 'text', ...seen },
  updateMemo: { memoId: 'int', content: 'text?', start: 'int?', length: 'int?' },
  removeMemos: { memoIds: 'ints' },
  createGroup: { description: 'text' },
  updateGroup: { groupId: 'int', description: 'text' },
  removeGroup: { groupId: 'int' },
  setGroup: { groupId: 'int', quirkId: 'int', member: 'flag' },
  createSourceProperty: { key: 'text', values: 'texts', multipleChoice: 'flag?', sortValuesAlphabetically: 'flag?' },
  updateSourceProperty: { keyId: 'int', key: 'text?', multipleChoice: 'flag?', sortValuesAlphabetically: 'flag?' },
  removeSourceProperty: { keyId: 'int' },
  createPropertyValue: { keyId: 'int', value: 'text' },
  updatePropertyValue: { valueId: 'int', value: 'text' },
  removePropertyValue: { valueId: 'int' },
  setSourceProperty: { sourceId: 'int', keyId: 'int', valueIds: 'ints' },
  setSourceProperties: { cells: 'cells', create: 'properties?' },
  sendChatMessage: { message: 'text' },
  removeChatMessage: { messageId: 'int' },
  setPreference: { key: 'text', value: 'text' },
  setStopList: { words: 'words' },
  saveQuery: { title: 'text', textSearch: 'text', filters: 'filters', selectedQuirkId: 'int', queryId: 'int?' },
  renameQuery: { queryId: 'int', title: 'text' },
  removeQuery: { queryId: 'int' },
  saveStatement: { title: 'text', sql: 'text', statementId: 'int?' },
  removeStatement: { statementId: 'int' },
}

export const isCommand = (name: unknown): name is CommandName =>
  typeof name === 'string' && Object.hasOwn(commandArguments, name)

/** What is wrong with the arguments; null when nothing is. */
export function wrongArguments(command: CommandName, args: Record<string, unknown>): string | null {
  const shape: Record<string, string> = commandArguments[command]
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(shape, name))
  if (unknown !== undefined) return `${command} has no argument ${unknown}`
  for (const [name, written] of Object.entries(shape)) {
    const optional = written.endsWith('?')
    const kind = kinds[written.replace('?', '') as Kind]
    if (!Object.hasOwn(args, name)) {
      if (!optional) return `${command} needs ${name}, ${kind.what}`
    } else if (!kind.is(args[name])) return `${name} of ${command} must be ${kind.what}`
  }
  return null
}
