/** What a project has besides sources and codes: the chat, and saved queries. All other preferences are the base's. */
import type { ProjectRows } from '../../../projectRows.ts'
import type { Row } from '../../../schema.ts'
import { isQuirkField } from '../../analysis/filters.ts'
import { isQuery, type Query, queryKey, readQueries, writtenQuery } from '../../analysis/savedQueries.ts'
import { numbered, withoutNumber } from '../../numbered.ts'
import type { Ids } from './codebook.ts'
import type { MergeResult } from './result.ts'

export function mergeChat(result: MergeResult, theirs: readonly Row<'chat_messages'>[]): void {
  const { chat_messages: messages } = result.rows
  const saidOf = ({ author, timestamp, message }: Row<'chat_messages'>) => `${timestamp} ${author} ${message}`
  const said = new Set(messages.map(saidOf))
  for (const row of theirs) {
    if (said.has(saidOf(row))) continue
    said.add(saidOf(row))
    messages.push({ ...row, id: result.freeId('chat_messages', row.id) })
  }
}

/** A query that the base has in the same words is one; another of its title is called `Doubt (2)`. */
export function mergeQueries(result: MergeResult, other: ProjectRows, quirks: Ids): void {
  const { preferences } = result.rows
  const mine = readQueries(preferences.filter(({ key }) => isQuery(key)))
  const written = new Set(mine.map(wordsOf))
  const titles = new Set(mine.map(({ title }) => title))
  let last = Math.max(0, ...mine.map(({ id }) => id))
  for (const theirs of readQueries((other.preferences ?? []).filter(({ key }) => isQuery(key)))) {
    const query = onQuirks(theirs, quirks)
    if (written.has(wordsOf(query))) continue
    written.add(wordsOf(query))
    const title = numbered(query.title, (name) => titles.has(name))
    titles.add(title)
    last = result.freeQueryId(last)
    preferences.push({ key: queryKey(last), value: writtenQuery({ ...query, title }) })
  }
}

const wordsOf = ({ title, ...query }: Query): string => writtenQuery({ ...query, title: withoutNumber(title) })

const onQuirks = (query: Query, quirks: Ids): Query => ({
  ...query,
  selectedQuirkId: quirks.get(query.selectedQuirkId) ?? query.selectedQuirkId,
  filters: query.filters.map((filter) =>
    isQuirkField(filter.field) && typeof filter.value === 'number'
      ? { ...filter, value: quirks.get(filter.value) ?? filter.value }
      : filter,
  ),
})
