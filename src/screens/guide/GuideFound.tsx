import { useMemo } from 'react'
import { useT } from '../../i18n/useT.ts'
import type { GuidePage } from '../../model/guidePage.ts'
import { blocksOf } from './guideBlocks.ts'
import { searchGuide } from './guideSearch.ts'

/** What the guide says about what is sought, each with the page and the heading that it stands under. */
export function GuideFound({ pages, sought }: { pages: readonly GuidePage[]; sought: string }) {
  const t = useT()
  const blocks = useMemo(() => blocksOf(pages), [pages])
  const found = useMemo(() => searchGuide(blocks, sought), [blocks, sought])
  return (
    <section className="guide-found">
      <h1>{t('guide.title')}</h1>
      <p role="status">{t('guide.found', { n: found.length })}</p>
      <ul>
        {found.map(({ page, part, excerpt }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is drawn anew for each search
          <li key={at}>
            <a href={`#/guide/${page.name}${part ? `/${part.id}` : ''}`}>
              {part ? t('ui.labelled', { label: page.title, value: part.title }) : page.title}
            </a>
            <p>
              {excerpt.map(({ text, isSought }, piece) => {
                const key = `${piece}`
                return isSought ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>
              })}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
