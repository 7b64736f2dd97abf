/** What our own files say beyond the standard (workers/export/refi/README.md): questions, whose answers are texts of their own, and what kind a property is. */
import { firstQuestionId, type Question } from '../../../src/model/schema.ts'
import type { CodeSet, Exchange } from './exchange.ts'

export const isOwn = ({ origin }: Exchange): boolean => /^thicket/i.test(origin)

export interface OwnQuestions {
  rows: Question[]
  /** The question that a text answers, by the text's key. */
  ofText: Map<string, number>
  /** Sets that are questions. */
  sets: Set<CodeSet>
}

/** In their order. Another program's file has one without words. */
export function questionsOf(exchange: Exchange): OwnQuestions {
  const numbered = isOwn(exchange)
    ? exchange.sets.flatMap((set) => question(set) ?? []).sort((a, b) => a.number - b.number)
    : []
  const rows = numbered.map(({ words }, at) => ({ id: firstQuestionId + at, question: words, questionOrder: at }))
  const ofText = new Map<string, number>()
  for (const [at, { set }] of numbered.entries()) for (const key of set.sources) ofText.set(key, firstQuestionId + at)
  return {
    rows: rows.length > 0 ? rows : [{ id: firstQuestionId, question: '', questionOrder: 0 }],
    ofText,
    sets: new Set(numbered.map(({ set }) => set)),
  }
}

function question(set: CodeSet): { set: CodeSet; number: number; words: string } | null {
  const [, number, bare] = /^Question (\d{1,6})(, without words)?$/.exec(set.description) ?? []
  return number === undefined ? null : { set, number: Number(number), words: bare === undefined ? set.name : '' }
}

export interface OwnProperty {
  multiple: boolean
  sorted: boolean
  /** Between the values of a source that has several; null: none has, or each stands by itself. */
  sign: string | null
  values: string[]
}

export function propertyOf(description: string): OwnProperty | null {
  const [first = '', ...values] = description.split('\n')
  const [, how, sign, order] =
    /^(One value|Several values) of(?:, joined by “(.+?)”)?(, in alphabetical order)?:$/.exec(first) ?? []
  if (how === undefined) return null
  return { multiple: how === 'Several values', sorted: order !== undefined, sign: sign ?? null, values }
}
