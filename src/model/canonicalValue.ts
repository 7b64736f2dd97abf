import { spec, type Table } from './schema.ts'
import { canonicalHtml, canonicalText } from './text/richText.ts'

/** A value of a row from outside in the form that every copy has it in; what is no text stays as it is. */
export function canonicalValue(table: Table, column: string, value: unknown): unknown {
  if (typeof value !== 'string' || spec(table).columns[column] !== 'text') return value
  return table === 'question_answers' && column === 'answer' ? canonicalHtml(value) : canonicalText(value)
}
