import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { runTakeable } from '../../data/copies/runTakeable.ts'
import { useAnalysis, useProject, useRows } from '../../data/live/useLive.ts'
import { useQuestions } from '../../data/live/useQuestions.ts'
import { useShownQuirks } from '../../data/live/useShownQuirks.ts'
import { problemText } from '../../i18n/problemText.ts'
import { useT } from '../../i18n/useT.ts'
import { mayWrite } from '../../model/access.ts'
import { searchDebounce, toastTime } from '../../model/limits.ts'
import { isProblem } from '../../model/problems.ts'
import type { QuoteOrder, QuoteRow, QuotesAsked } from '../../model/queries.ts'
import { projectTitle } from '../../model/rules/projects/projectTitle.ts'
import { quirkItems } from '../../model/rules/quirkItems.ts'
import { editorOf, showAllGroups } from '../../state/editor.ts'
import { criteriaOf } from '../../state/queryDraft.ts'
import type { ViewProps } from '../../state/viewProps.ts'
import { Modal } from '../../ui/dialogs/Modal.tsx'
import { copyText } from '../../ui/feedback/copyText.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useDelayed } from '../../ui/feedback/useDelayed.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { HighlightIcon } from '../../ui/icons.ts'
import { ByKey } from '../../ui/keyboard.ts'
import { MenuAt, type Point } from '../../ui/menus/MenuAt.tsx'
import { askedQuirks } from './askedQuirks.ts'
import { ListHead } from './ListHead.tsx'
import { PrintedQuotes } from './PrintedQuotes.tsx'
import { QuoteList } from './QuoteList.tsx'
import { chosenAmong, chosenOf, everything, isChosen, noChoice } from './quoteChoice.ts'
import { quoteMenu } from './quoteMenu.ts'
import { useChosenQuotes } from './useChosenQuotes.ts'
import { useQuotes } from './useQuotes.ts'
import { mostPrinted, type Taking, useTaking } from './useTaking.ts'

/** Removed in one step. */
const mostRemoved = 10_000

/** Where each project's list was left, and what it answered to. */
const places = new Map<string, { key: string; index: number }>()

/** The passages of quirks as a researcher reads them: in any order, with what is around them, and a way to each in its text. */
export function ListView({ onPassage, onQuirk, onQuotes, onRecode, quirkId }: ViewProps) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const { quotes: state, uncheckedGroups, view, query } = useSnapshot(editor)
  const { access, name: path } = useSnapshot(project.state)
  const name = projectTitle(path)
  const canWrite = mayWrite(access)
  const quirks = useRows('quirks', {})
  const questions = (useQuestions()?.length ?? 1) > 1
  const shown = useShownQuirks(uncheckedGroups)
  const [text, setText] = useState('')
  const sought = useDebounced(text, searchDebounce)
  const [menu, setMenu] = useState<{ at: Point; quote: QuoteRow; index: number } | null>(null)

  // The address says which quirk, until another choice is made here.
  useEffect(() => {
    if (quirkId !== null) editor.quotes.quirkIds = [quirkId]
  }, [quirkId, editor])

  const items = useMemo(() => quirkItems(quirks?.values() ?? [], [], t('quirk.untitled')), [quirks, t])
  const faces = useMemo(() => new Map(items.map((item) => [item.id, item])), [items])
  const parents = useMemo(() => new Map(items.map(({ id, parent }) => [id, parent])), [items])
  const quirkOf = useCallback(
    (id: number) => faces.get(id) ?? { title: t('quirk.untitled'), color: 'transparent' },
    [faces, t],
  )

  const own = sought.trim() === '' ? '' : sought
  const ofQuery = view === 'criteria' ? criteriaOf(query) : null
  const criteria = { filters: ofQuery?.filters ?? [], text: ofQuery?.text || own }
  const listed = shown === undefined ? undefined : askedQuirks(state.quirkIds, state.nested, shown, parents)
  const { order, descending } = state
  const asked: QuotesAsked | null =
    quirks && listed !== undefined ? { quirkIds: listed, ...criteria, order, descending } : null
  const key = asked && JSON.stringify(asked)
  const kept = places.get(project.uuid)
  const [startAt] = useState(kept && key !== null && kept.key === key ? kept.index : 0)
  const quotes = useQuotes(asked, startAt)
  const narrowed = criteria.text !== '' || criteria.filters.length > 0
  const counts = useAnalysis('filteredAnswers', narrowed ? criteria : null).value
  const countsById = useMemo(() => counts && new Map(counts.quirks.map((one) => [one.id, one.highlights])), [counts])
  const countOf = (id: number) => (narrowed ? countsById && (countsById.get(id) ?? 0) : faces.get(id)?.highlights)

  const chosen = useChosenQuotes(asked, quotes.total)
  const selected = chosenOf(chosen.choice, quotes.total ?? 0)
  const taking = useTaking(asked, name, questions)
  const total = quotes.total ?? 0

  const choose = (ids: readonly number[]) => {
    editor.quotes.quirkIds = ids.length === 0 ? null : [...ids]
    onQuotes(ids)
  }
  const open = ({ sourceId, questionId, start, length, id }: QuoteRow) =>
    onPassage({ sourceId, questionId, start, length }, id)
  const copyOne = (quote: QuoteRow) => taking.copy(() => Float64Array.of(quote.id))
  const copyChosen = () => taking.copy((ids) => chosenAmong(chosen.choice, ids))
  const wordsOf = async ({ sourceId, questionId, start, length, quote }: QuoteRow): Promise<string> => {
    const { value } = await project.ask('passages', { places: [{ sourceId, questionId, start, length }] })
    return value[0]?.match ?? quote
  }
  const remove = async (highlightIds: number[]) => {
    if (!canWrite || highlightIds.length === 0) return
    if (highlightIds.length > mostRemoved) {
      toast.show({
        kind: 'warning',
        message: t('list.tooManyToRemove', { most: mostRemoved }),
        timeout: toastTime.long,
      })
      return
    }
    const done = await runTakeable(project, 'removeHighlights', { highlightIds })
    if (isProblem(done)) return showProblem(done.problem)
    chosen.set(noChoice)
    const undo = async () => {
      const undone = await done.ok()
      if (isProblem(undone)) showProblem(undone.problem)
    }
    toast.show({
      id: 'step',
      message: t('list.removed', { n: highlightIds.length }),
      action: { label: t('ui.undo'), onClick: () => void undo() },
    })
  }
  const removeChosen = async () => remove([...chosenAmong(chosen.choice, await chosen.ids())])

  const acts = useSteadyActs({
    onOpen: open,
    onChoose: (quote: QuoteRow, _index: number, range: boolean) =>
      range ? void chosen.range(quote.id, quote.id) : chosen.toggle(quote.id),
    onMenu: (quote: QuoteRow, index: number, at: Point) => setMenu({ at, quote, index }),
    onWhole: wordsOf,
  })
  const sight = useCallback(
    (first: number, last: number) => {
      places.set(project.uuid, { key: quotes.key, index: first })
      quotes.sight(first, last)
    },
    [project, quotes.key, quotes.sight],
  )

  const hasNone = quotes.total === 0 && !quotes.waiting
  const isEmptyProject = hasNone && state.quirkIds === null && !shown && !narrowed
  const isFilteredOut = hasNone && listed?.length === 0 && shown !== null
  return (
    <section className="list" aria-label={t('list.title')}>
      <ListHead
        items={items}
        chosen={state.quirkIds}
        onChoose={choose}
        nested={state.nested}
        onNested={(nested) => {
          editor.quotes.nested = nested
        }}
        total={quotes.total}
        countOf={countOf}
        order={order}
        descending={descending}
        onOrder={(next: QuoteOrder, turned: boolean) => {
          Object.assign(editor.quotes, { order: next, descending: turned })
        }}
        text={ofQuery?.text ? null : text}
        onText={setText}
        take={[
          { label: t('list.copyAll'), onSelect: () => taking.copy(), disabled: total === 0 },
          { label: t('list.asText'), onSelect: () => taking.download('text'), disabled: total === 0 },
          { label: t('list.asTable'), onSelect: () => taking.download('csv'), disabled: total === 0 },
          { label: t('list.print'), onSelect: () => taking.print(), disabled: total === 0 },
        ]}
        selected={selected}
        onCopy={copyChosen}
        onRemove={canWrite ? () => void removeChosen() : undefined}
        onUnchoose={() => chosen.set(noChoice)}
      />
      {taking.running && <Running {...taking.running} />}
      <div className="list-list" data-waiting={quotes.waiting || undefined}>
        {quotes.problem ? (
          <ErrorState onRetry={quotes.retry}>{problemText(quotes.problem)}</ErrorState>
        ) : quotes.total === undefined ? (
          <div className="list-loading">
            <Skeleton lines={6} height="64px" />
          </div>
        ) : isEmptyProject ? (
          <EmptyState icon={HighlightIcon} title={t('list.empty')}>
            {t('list.emptyText')}
          </EmptyState>
        ) : isFilteredOut ? (
          <EmptyState
            title={t('list.filteredOut')}
            actions={<Button onClick={() => showAllGroups(editor)}>{t('group.showAll')}</Button>}
          />
        ) : hasNone ? (
          <EmptyState
            title={t('list.none')}
            actions={state.quirkIds && <Button onClick={() => choose([])}>{t('list.all')}</Button>}
          >
            {t('list.noneText')}
          </EmptyState>
        ) : (
          <QuoteList
            listKey={quotes.key}
            total={total}
            at={quotes.at}
            moved={quotes.moved}
            startAt={quotes.key === kept?.key ? startAt : 0}
            onSight={sight}
            order={order}
            quirkOf={quirkOf}
            countOf={countOf}
            questions={questions}
            choice={chosen.choice}
            anyChosen={selected > 0}
            acts={acts}
            onChooseAll={() => chosen.set(everything)}
            onUnchoose={() => chosen.set(noChoice)}
            onExtend={(from, toIndex) => void chosen.extend(from.id, toIndex)}
            onCopy={(quote) => (selected > 0 ? copyChosen() : copyOne(quote))}
            onRemove={(quote) => void (selected > 0 ? removeChosen() : remove([quote.id]))}
          />
        )}
      </div>
      <ByKey>
        <p className="visually-hidden">{t('list.keysHint')}</p>
      </ByKey>
      <MenuAt
        at={menu?.at ?? null}
        onClose={() => setMenu(null)}
        label={menu ? quirkOf(menu.quote.quirkId).title : ''}
        items={
          menu
            ? quoteMenu(t, {
                jump: () => open(menu.quote),
                copyWords: async () => copyText(t, await wordsOf(menu.quote)),
                copy: () => copyOne(menu.quote),
                chosen: isChosen(chosen.choice, menu.quote.id),
                choose: () => chosen.toggle(menu.quote.id),
                goTo: () => onQuirk(menu.quote.quirkId),
                only: {
                  title: quirkOf(menu.quote.quirkId).title,
                  run: () => choose([menu.quote.quirkId]),
                },
                recode: canWrite && onRecode ? () => onRecode(menu.quote, menu.quote.id) : undefined,
                remove: canWrite ? () => void remove([menu.quote.id]) : undefined,
              })
            : []
        }
      />
      <Modal
        open={taking.tooMany !== null}
        onClose={taking.forgetTooMany}
        title={t('list.tooLongToPrint')}
        size="small"
        footer={
          <>
            <Button onClick={taking.forgetTooMany}>{t('ui.cancel')}</Button>
            <Button
              kind="primary"
              onClick={() => {
                taking.forgetTooMany()
                taking.print(true)
              }}
            >
              {t('list.printFirst', { most: mostPrinted })}
            </Button>
          </>
        }
      >
        <p>{t('list.tooLongToPrintText', { n: taking.tooMany ?? 0, most: mostPrinted })}</p>
      </Modal>
      {taking.printed && (
        <PrintedQuotes
          title={t('list.file', { name })}
          rows={taking.printed.rows}
          heading={taking.printed.heading}
          quirkOf={quirkOf}
          questions={questions}
          onDone={taking.donePrinting}
        />
      )}
    </section>
  )
}

/** What is done at once needs no bar. */
function Running({ label, share, cancel }: NonNullable<Taking['running']>) {
  return (
    useDelayed(400) && (
      <div className="list-running">
        <ProgressBar label={label} share={share} onCancel={cancel} />
      </div>
    )
  )
}

/** The same functions at each drawing, so that rows are not drawn again for them. */
function useSteadyActs<A extends Record<string, (...args: never[]) => unknown>>(acts: A): A {
  const latest = useRef(acts)
  latest.current = acts
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(acts).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as A,
  )
  return steady
}

function useDebounced(value: string, milliseconds: number): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
