import { formatDate, formatList } from '../../i18n/formats.ts'
import { isMessageKey, type Translate } from '../../i18n/i18n.ts'
import { undoMessage } from '../../i18n/undoMessage.ts'
import type { Act, HistoryEntry, RestorePreview, StepPart } from '../../model/history.ts'
import type { WentBack } from '../../model/protocol.ts'
import type { Table } from '../../model/schema.ts'

const verbs = {
  insert: 'history.added',
  update: 'history.changed',
  remove: 'history.removed',
  edit: 'history.edited',
} as const

export const tableWords = (t: Translate, table: Table, n: number): string => t(`history.table.${table}`, { n })

/** `Added: 2 quirks (Trust, Doubt)`. */
export function partWords(t: Translate, { op, table, of, count, titles, all }: StepPart): string {
  const named = titles.map((title) => title.trim()).filter((title) => title !== '')
  const list = formatList(count > named.length && named.length > 0 && !all ? [...named, '…'] : named)
  const rows = of ? t(`history.of.${of}`, { n: count }) : tableWords(t, table, count)
  const what = op === 'edit' ? list || rows : rows
  return t(verbs[op], { what: op === 'edit' || list === '' ? what : `${what} (${list})` })
}

/** Rows that hang on others are told with those. */
const beside: readonly Table[] = ['question_answers', 'group_quirks', 'quirk_shortcut_keys', 'source_metadatas']

/** What a step did, in a line: as undo calls it, or by its rows where nobody said. */
export function stepWords(t: Translate, entry: Pick<HistoryEntry, 'parts' | 'restores' | 'act'>): string {
  const { parts, restores, act } = entry
  if (restores) return restoreWords(t, restores)
  const title = act && isTelling(act) ? undoMessage(t, act) : rowWords(t, parts)
  return act?.way ? t(act.way === 'undo' ? 'project.undone' : 'project.redone', { title }) : title
}

/** Several changes are told by what they were. */
const isTelling = ({ key }: Act): boolean => isMessageKey(key) && key !== 'undo.compound'

/** What weighs most, and what came with it where that was something else. */
function rowWords(t: Translate, parts: readonly StepPart[]): string {
  const own = parts.filter(({ op, table }) => op === 'edit' || !beside.includes(table))
  const shown = own.length > 0 ? own : parts
  if (shown.length === 0) return t('history.nothing')
  return shown
    .slice(0, 3)
    .map((part) => partWords(t, part))
    .join(' · ')
}

function restoreWords(t: Translate, { seq, at, name, backup }: WentBack): string {
  if (backup && at !== undefined) return t('history.putBackStep', { time: formatDate(at) })
  if (seq === undefined) return t('history.undidBack')
  if (name) return t('history.wentBackTo', { name })
  return at === undefined ? t('history.wentBackEarlier') : t('history.wentBack', { time: formatDate(at) })
}

/** What comes back, goes and changes: a line each, where there is something. */
export function previewLines(t: Translate, { back, gone, changed }: RestorePreview): string[] {
  const parts = [
    [back, 'history.back'],
    [gone, 'history.gone'],
    [changed, 'history.changes'],
  ] as const
  return parts.flatMap(([counts, key]) => {
    const words = Object.entries(counts).map(([table, n]) => tableWords(t, table as Table, n))
    return words.length > 0 ? [t(key, { what: words.join(', ') })] : []
  })
}
