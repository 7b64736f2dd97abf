import { type ReactNode, useId } from 'react'
import type { MergePreview, Some } from '../../data/files/merger.ts'
import { compareTitles, formatShare } from '../../i18n/formats.ts'
import { useT } from '../../i18n/useT.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import type { Added, Similar } from './useMerging.ts'

interface MergePreviewViewProps {
  /** What the base is called. */
  title: string
  preview: MergePreview
  added: readonly Added[]
  /** It is of before the last choice. */
  isStale: boolean
  disabled: boolean
  onKeepBoth: (key: number, source: Similar, both: boolean) => void
}

/** What the result will have: the numbers of the run itself, and lists of what a person may want to know by name. */
export function MergePreviewView({ title, preview, added, isStale, disabled, onKeepBoth }: MergePreviewViewProps) {
  const t = useT()
  const id = useId()
  const { counts, newSources, newQuirks, lost, cells, lifted } = preview
  const { sources, quirks, highlights, memos } = counts
  const facts = [
    { name: t('projects.merge.sources'), words: t('projects.merge.sourceCounts', { ...sources }), of: sources },
    { name: t('projects.merge.quirks'), words: t('projects.merge.quirkCounts', { ...quirks }), of: quirks },
    { name: t('projects.merge.highlights'), words: t('projects.merge.rowCounts', { ...highlights }), of: highlights },
    { name: t('projects.merge.memos'), words: t('projects.merge.rowCounts', { ...memos }), of: memos },
    {
      name: t('projects.merge.properties'),
      words: t('projects.merge.cellCounts', { n: counts.cells }),
      of: { cells: counts.cells },
    },
  ].filter(({ of }) => Object.values(of).some((n) => n > 0))
  return (
    <section className="merge-preview" aria-labelledby={id} aria-busy={isStale}>
      <h3 id={id}>{t('projects.merge.preview')}</h3>
      <dl>
        {facts.map(({ name, words }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      {preview.addsNothing && <p>{t('projects.merge.nothingNew', { n: preview.others.length, title })}</p>}
      <SimilarSources preview={preview} added={added} disabled={disabled} onKeepBoth={onKeepBoth} />
      <Names title={t('projects.merge.newSources', { n: newSources.count })} all={newSources} show={(title) => title} />
      <Names title={t('projects.merge.newQuirks', { n: newQuirks.count })} all={newQuirks} show={(title) => title} />
      <Names
        title={t('projects.merge.lost', { n: lost.count })}
        all={lost}
        show={({ source, words, content, quirk }) =>
          quirk === null
            ? t('projects.merge.lostMemo', { source, words, content })
            : t('projects.merge.lostLine', { source, words, quirk })
        }
      />
      <Names
        title={t('projects.merge.cells', { n: cells.count })}
        all={cells}
        show={({ source, property, value, other }) => t('projects.merge.cellLine', { source, property, value, other })}
      />
      <Names title={t('projects.merge.lifted', { n: lifted.count })} all={lifted} show={(title) => title} />
    </section>
  )
}

interface NamesProps<T> {
  title: string
  all: Some<T>
  show: (one: T) => ReactNode
}

function Names<T>({ title, all: { first, count }, show }: NamesProps<T>) {
  const t = useT()
  if (count === 0) return null
  return (
    <details className="merge-names">
      <summary>{title}</summary>
      <ul>
        {first.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and the list is only read
          <li key={at}>{show(one)}</li>
        ))}
        {count > first.length && <li>{t('projects.merge.more', { n: count - first.length })}</li>}
      </ul>
    </details>
  )
}

const wordsMessage = (theirs: string, base: string) =>
  base === '' ? 'projects.merge.wordsTheirs' : theirs === '' ? 'projects.merge.wordsBase' : 'projects.merge.words'

type SimilarSourcesProps = Pick<MergePreviewViewProps, 'preview' | 'added' | 'disabled' | 'onKeepBoth'>

function SimilarSources({ preview, added, disabled, onKeepBoth }: SimilarSourcesProps) {
  const t = useT()
  const id = useId()
  const found = new Map(preview.others.map(({ key, similar }) => [key, similar]))
  const lines = added.flatMap((one) => {
    const keptIds = new Set(one.kept.map(({ sourceId }) => sourceId))
    const all = [...one.kept, ...(found.get(one.key) ?? []).filter(({ sourceId }) => !keptIds.has(sourceId))]
    return all
      .toSorted((a, b) => compareTitles(a.title, b.title))
      .map((source) => ({ one, source, both: keptIds.has(source.sourceId) }))
  })
  if (lines.length === 0) return null
  return (
    <>
      <h4 id={id}>{t('projects.merge.similar')}</h4>
      <p className="merge-soft">{t('projects.merge.similarNote')}</p>
      <ul className="merge-similar" aria-labelledby={id}>
        {lines.map(({ one, source, both }) => (
          <li key={`${one.key} ${source.sourceId}`}>
            <div>
              <p>{source.title}</p>
              <p className="merge-soft">
                {t('projects.merge.differs', {
                  project: one.name,
                  answers: source.answers,
                  share: formatShare(source.share, 1),
                })}
              </p>
              {source.words.map(({ theirs, base }) => (
                <p key={`${theirs} ${base}`} className="merge-soft">
                  {t(wordsMessage(theirs, base), { theirs, base })}
                </p>
              ))}
              {source.baseTitle !== source.title && (
                <p className="merge-soft">{t('projects.merge.calledThere', { base: source.baseTitle })}</p>
              )}
            </div>
            <Checkbox
              label={
                <>
                  {t('projects.merge.keepBoth')} <span className="visually-hidden">{source.title}</span>
                </>
              }
              checked={both}
              disabled={disabled}
              onChange={(next) => onKeepBoth(one.key, source, next)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
