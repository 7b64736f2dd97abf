/** What pictures and reports of a project in a database are asked: what the page gathers from its live queries. */
import { join } from 'node:path'
import { languages } from '../../src/model/limits.ts'
import { pictureWords } from '../../src/model/pictureWords.ts'
import { wordsOfReport } from '../../src/model/report.ts'
import { usualArrangement } from '../../src/model/rules/arrangedOrder.ts'
import { settingsOf } from '../../src/model/rules/projects/settings.ts'
import { loadKernels } from '../../wasm/database/boot/nodeKernels.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openKernels } from '../../wasm/kernels/kernels.ts'
import { readyForKernels } from '../../wasm/kernels/readyForKernels.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import type { ExportOptions } from '../../workers/export/formats.ts'
import { programRoot, readOwnText } from '../base/ownFiles.ts'

export type ReportLanguage = (typeof languages)[number]

/** The first of the languages wanted that there is, such as `pt-BR,pt;q=0.9`; else English. */
export function reportLanguageOf(wanted: string): ReportLanguage {
  for (const part of wanted.toLowerCase().split(',')) {
    const tag = part.trim().split(/[-;]/)[0]
    const found = languages.find((language) => language === tag)
    if (found) return found
  }
  return 'en'
}

/** The page's texts; those that are asked for here have nothing in them that would have to be worked out. */
function wordsIn(language: ReportLanguage): (key: string) => string {
  const texts = JSON.parse(readOwnText(join(programRoot, `src/i18n/${language}.json`))) as Record<string, string>
  return (key) => (texts[key] ?? key).replaceAll("''", "'")
}

const settingsIn = (db: Db) => {
  const rows = db.all<{ key: string; value: string }>('SELECT key, value FROM preferences')
  return settingsOf({}, new Map(rows.map(({ key, value }) => [key, { value }])))
}

/** As the project's own settings have it: there is no person here. */
export function picturesOf(db: Db, language: ReportLanguage): ExportOptions['canvasSvg'] {
  const counts = db.all<{ quirkId: number; n: number }>(
    'SELECT quirkId, COUNT(*) AS n FROM highlights GROUP BY quirkId',
  )
  return {
    picture: {
      highlights: counts.map(({ quirkId, n }) => [quirkId, n] as const),
      shown: null,
      counter: settingsIn(db).highlightCounter,
      arranged: usualArrangement,
      language,
      words: pictureWords(wordsIn(language)),
    },
    fonts: [],
  }
}

export async function reportOf(db: Db, language: ReportLanguage, now: number): Promise<ExportOptions['reportDocx']> {
  const { overlapView, hierarchyView } = settingsIn(db)
  let overlap: ExportOptions['report']['overlap'] = null
  if (overlapView) {
    readyForKernels(db, { texts: false })
    overlap = finish(openKernels(await loadKernels(), db).overlapMatrix())
  }
  const words = wordsOfReport(wordsIn(language))
  return { ...picturesOf(db, language), words, language, made: now, overlap, hierarchy: hierarchyView }
}
