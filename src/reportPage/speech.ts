/** How the report speaks: its words, numbers and dates in its language. */
import type { ReportProject, ReportWord } from '../model/report.ts'

export interface Speech {
  /** `{name}` in it stands for what is given by that name. */
  say(word: ReportWord, values?: Readonly<Record<string, string | number>>): string
  number(value: number): string
  day(time: number): string
  moment(time: number): string
}

export function speechOf({ language, words }: Pick<ReportProject, 'language' | 'words'>): Speech {
  const numbers = new Intl.NumberFormat(language)
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const moments = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' })
  const isTime = (time: number) => Math.abs(time) <= 8.64e15
  return {
    say: (word, values = {}) =>
      words[word].replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name]
        return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
      }),
    number: (value) => numbers.format(value),
    day: (time) => (isTime(time) ? days.format(time) : ''),
    moment: (time) => (isTime(time) ? moments.format(time) : ''),
  }
}
