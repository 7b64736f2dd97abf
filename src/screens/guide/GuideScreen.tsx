import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLanguage, useT } from '../../i18n/useT.ts'
import type { GuidePage } from '../../model/guidePage.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { IconButton } from '../../ui/fields/IconButton.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { PrintIcon } from '../../ui/icons.ts'
import { useAgain } from '../hash.ts'
import { SkipButton } from '../SkipButton.tsx'
import { TopBar } from '../TopBar.tsx'
import { useNarrow } from '../useNarrow.ts'
import { useTitle } from '../useTitle.ts'
import { GuideFound } from './GuideFound.tsx'
import { GuideText } from './GuideText.tsx'
import { guideIn } from './guideFile.ts'

interface GuideScreenProps {
  /** As the address has them: the name of a page and the id of a heading in it. */
  name?: string | undefined
  part?: string | undefined
}

/** The guide inside the program: its pages at the side, one of them or what a search has found beside them. */
export function GuideScreen({ name, part }: GuideScreenProps) {
  const t = useT()
  const again = useAgain()
  const { pages, hasFailed, reload } = useGuide()
  const [search, setSearch] = useState('')
  const main = useRef<HTMLElement>(null)
  // Whoever follows a link from what was found has found it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another address is shown
  useEffect(() => setSearch(''), [name, part, again])
  const page = pages?.find((one) => one.name === name) ?? pages?.[0]
  const next = page && pages?.[pages.indexOf(page) + 1]
  // What is found begins at the top, wherever one was reading.
  const isSearching = search.trim() !== ''
  useEffect(() => {
    if (isSearching) globalThis.scrollTo({ top: 0 })
  }, [isSearching])
  useTitle(page ? `${page.title} – ${t('guide.title')}` : t('guide.title'))
  return (
    <div className="guide">
      <SkipButton to=".guide-main" />
      <TopBar className="projects-top" />
      <div className="guide-body">
        <div className="guide-side">
          <SearchField
            label={t('guide.search')}
            value={search}
            onChange={setSearch}
            onKeyDown={({ key }) => {
              if (key === 'Enter') main.current?.querySelector<HTMLAnchorElement>('.guide-found a')?.click()
            }}
          />
          {pages && <Contents pages={pages} shown={search.trim() ? undefined : page} />}
        </div>
        <main ref={main} className="guide-main" tabIndex={-1}>
          {hasFailed && <ErrorState title={t('guide.failed')} onRetry={reload} />}
          {!pages && !hasFailed && <Skeleton lines={8} height="1.5rem" />}
          {pages && search.trim() && <GuideFound pages={pages} sought={search} />}
          {page && !search.trim() && (
            <>
              <div className="guide-tools">
                <IconButton icon={PrintIcon} label={t('guide.print')} onClick={() => globalThis.print()} />
              </div>
              <GuideText page={page} part={part} again={again} />
              {next && (
                <p className="guide-next">
                  {t('guide.next')} <a href={`#/guide/${next.name}`}>{next.title}</a>
                </p>
              )}
            </>
          )}
        </main>
      </div>
    </div>
  )
}

/** The pages, and the headings of the one that is shown. On a small window they are folded until they are wanted. */
function Contents({ pages, shown }: { pages: readonly GuidePage[]; shown: GuidePage | undefined }) {
  const t = useT()
  const narrow = useNarrow()
  const [isOpen, setIsOpen] = useState(false)
  const label = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever has chosen a page wants to read it
  useEffect(() => setIsOpen(false), [shown])
  return (
    <nav className="guide-contents" aria-labelledby={label}>
      {narrow ? (
        <button
          type="button"
          id={label}
          className="ui-button guide-fold"
          data-kind="secondary"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('guide.contents')}
        </button>
      ) : (
        <h2 id={label} className="visually-hidden">
          {t('guide.contents')}
        </h2>
      )}
      <ul hidden={narrow && !isOpen}>
        {pages.map((page) => (
          <li key={page.name}>
            <a href={`#/guide/${page.name}`} aria-current={page === shown ? 'page' : undefined}>
              {page.title}
            </a>
            {page === shown && page.parts.length > 1 && (
              <ul>
                {page.parts.map(({ id, title }) => (
                  <li key={id}>
                    <a href={`#/guide/${page.name}/${id}`}>{title}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The guide in the language of the page. */
function useGuide() {
  const language = useLanguage()
  const [answer, setAnswer] = useState<readonly GuidePage[] | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again each time that somebody tries
  useEffect(() => {
    let isWanted = true
    const take = (one: readonly GuidePage[] | 'failed') => {
      if (isWanted) setAnswer(one)
    }
    guideIn(language).then(take, () => take('failed'))
    return () => {
      isWanted = false
    }
  }, [language, tries])
  return useMemo(
    () => ({
      pages: answer === 'failed' ? null : answer,
      hasFailed: answer === 'failed',
      reload: () => setTries((before) => before + 1),
    }),
    [answer],
  )
}
