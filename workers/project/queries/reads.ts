/** What questions to the project read, in the parts that many of them have in common. */
import { columnsOf, type Row, type Table } from '../../../src/model/schema.ts'

/** A table: that rows of it come and go. With a column: what stands in that. */
export type Read = { [T in Table]: T | `${T}.${Extract<keyof Row<T>, string>}` }[Table]
export type Reads = readonly Read[]

export const whole = (table: Table): Reads => [table, ...columnsOf(table).map((column) => `${table}.${column}` as Read)]

export const sources: Reads = ['sources', 'sources.title']
export const questions: Reads = ['questions', 'questions.question']
const places: Reads = ['question_answers', 'question_answers.sourceId', 'question_answers.questionId']
export const texts: Reads = [...places, 'question_answers.answer']
/** As the columns have them, which lie by answer. */
export const highlights: Reads = [...whole('highlights'), ...texts]
export const quirkPaths: Reads = ['quirks', 'quirks.title', 'quirks.parentQuirkId']
export const links: Reads = [
  'source_metadatas',
  'source_metadatas.keyId',
  'source_metadatas.valueId',
  'source_metadatas.sourceId',
]
