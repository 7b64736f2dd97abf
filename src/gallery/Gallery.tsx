import type { ReactNode } from 'react'
import { formatRelative } from '../i18n/formats.ts'
import { LANGUAGES, setLanguage } from '../i18n/language.ts'
import { useLanguage, useT } from '../i18n/useT.ts'
import { Select } from '../ui/fields/Select.tsx'
import { AccountSamples } from './AccountSamples.tsx'
import { ButtonSamples } from './ButtonSamples.tsx'
import { CanvasSamples } from './CanvasSamples.tsx'
import { ChoiceSamples } from './ChoiceSamples.tsx'
import { CoderSamples } from './CoderSamples.tsx'
import { CodingSamples } from './CodingSamples.tsx'
import { ConsoleSamples } from './ConsoleSamples.tsx'
import { FieldSamples } from './FieldSamples.tsx'
import { FloatSamples } from './FloatSamples.tsx'
import { GroupSamples } from './GroupSamples.tsx'
import { ImportSamples } from './ImportSamples.tsx'
import { ListSamples } from './ListSamples.tsx'
import { MemoSamples } from './MemoSamples.tsx'
import { MergeSamples } from './MergeSamples.tsx'
import { OverlapSamples } from './OverlapSamples.tsx'
import { PageSample } from './PageSample.tsx'
import { PaletteSamples } from './PaletteSamples.tsx'
import { PhoneSamples } from './PhoneSamples.tsx'
import { PropertySamples } from './PropertySamples.tsx'
import { QuerySamples } from './QuerySamples.tsx'
import { QuirkSamples } from './QuirkSamples.tsx'
import { QuoteSamples } from './QuoteSamples.tsx'
import { SourceSamples } from './SourceSamples.tsx'
import { StateSamples } from './StateSamples.tsx'
import { TabSamples } from './TabSamples.tsx'
import { TranscriptionSamples } from './TranscriptionSamples.tsx'
import { TreeSamples } from './TreeSamples.tsx'
import { WordCloudSamples } from './WordCloudSamples.tsx'

/** Every part of the kit in its states, on both themes. */
export function Gallery() {
  const t = useT()
  const language = useLanguage()
  return (
    <main className="gallery">
      <header className="gallery-head">
        <div>
          <h1>{t('gallery.title')}</h1>
          <p>{t('gallery.text')}</p>
        </div>
        <Select
          label={t('language.choose')}
          options={LANGUAGES.map((tag) => ({ value: tag, label: t(`language.${tag}`) }))}
          value={language}
          onChange={setLanguage}
        />
      </header>
      <div className="gallery-themes">
        {isAsked('theme', 'light') && <Theme name="light" />}
        {isAsked('theme', 'dark') && <Theme name="dark" />}
      </div>
    </main>
  )
}

function Theme({ name }: { name: 'light' | 'dark' }) {
  const t = useT()
  return (
    <section className="gallery-theme" data-theme={name} aria-label={t(`settings.theme.${name}`)}>
      {isAsked('part', 'desk') && <PageSample name={name} />}
      <Sample part="buttons" title="Button, IconButton">
        <ButtonSamples />
      </Sample>
      <Sample part="fields" title="TextField, SearchField, Combobox">
        <FieldSamples />
      </Sample>
      <Sample part="choices" title="Select, Checkbox, Switch, Slider, ColourPicker">
        <ChoiceSamples />
      </Sample>
      <Sample
        part="floats"
        title="Modal, ConfirmDialog, Dropdown, ContextMenu, MenuAt, Popover, PopoverAt, Drawer, toast"
      >
        <FloatSamples />
      </Sample>
      <Sample part="quirks" title="QuirkFields, QuirkOptions, QuirkChoices, QuirkListBox, MergeFields">
        <QuirkSamples />
      </Sample>
      <Sample part="properties" title="PropertyFields, PropertyEditor, SourceValues, NoProperties, PropertyGrid">
        <PropertySamples />
      </Sample>
      <Sample part="coding" title="QuirkChoices, ActiveTools, Bar, MarkFilterBar, SearchFields, HitList">
        <CodingSamples />
      </Sample>
      <Sample part="memos" title="MemoCard, MemoEditor, MemoMark">
        <MemoSamples />
      </Sample>
      <Sample
        part="canvas"
        title="BoardStage, QuirkTree, Captions, CanvasEmpty, CanvasFiltered, CanvasLoading, CanvasFooter, NewQuirkButton, OpenedHint"
      >
        <CanvasSamples name={name} />
      </Sample>
      <Sample part="tree" title="TreeHead, TreeNode, TreeNothing">
        <TreeSamples name={name} />
      </Sample>
      <Sample part="tabs" title="Tabs">
        <TabSamples />
      </Sample>
      <Sample part="states" title="StatusPill, ProgressBar, Spinner, Skeleton, EmptyState, ErrorState">
        <StateSamples />
      </Sample>
      <Sample part="groups" title="GroupsEditor, EmojiPicker, GroupsFilter, GroupChecks, FilterNoteBar">
        <GroupSamples />
      </Sample>
      <Sample part="import" title="TableColumns, TableDialog, ProjectDialog, QuestionOfImport, ImportReport">
        <ImportSamples />
      </Sample>
      <Sample part="merge" title="AddedProjects, MergePreviewView">
        <MergeSamples />
      </Sample>
      <Sample part="transcription" title="TranscriptionOptions, TranscriptionEntries">
        <TranscriptionSamples />
      </Sample>
      <Sample
        part="query"
        title="QueryEditor, FilterRow, QueryCounts, SavedQueries, QuirkCounts, Passages, QuirkShares, CriteriaNote"
      >
        <QuerySamples />
      </Sample>
      <Sample
        part="cloud"
        title="WordCloud, WordTableView, WordPassagesView, StopListEditor, ScopePopover, ArrangedHead, ArrangedBoard"
      >
        <WordCloudSamples />
      </Sample>
      <Sample
        part="coders"
        title="AgreementResult, DifferencesView, AgreementMeaning, ChecksPopover, TimelineHead, TimelineChart, TimelineTable"
      >
        <CoderSamples />
      </Sample>
      <Sample part="overlap" title="OverlapPicture, OverlapList, TogetherWords, PassageList, MatrixGrid, CrosstabGrid">
        <OverlapSamples name={name} />
      </Sample>
      <Sample part="console" title="StatementResult, SchemaBrowser">
        <ConsoleSamples />
      </Sample>
      <Sample part="palette" title="Palette, SettingsFields, About, ViewMenu, ShortcutList">
        <PaletteSamples />
      </Sample>
      <Sample part="account" title="PasswordField, FormProblem, Providers, FactorCode, Avatar, Badge">
        <AccountSamples />
      </Sample>
      <Sample part="phone" title="PhoneQuirks">
        <PhoneSamples />
      </Sample>
      <Sample part="sources" title="SourceListView, QuestionTabs, MissingAnswer, QuestionsEditor, CreateQuestions">
        <SourceSamples />
      </Sample>
      <Sample part="quotes" title="ListHead, QuoteList, LongList, QuirkChecks, FoundSources">
        <QuoteSamples />
      </Sample>
      <Sample part="list" title="List">
        <ListSamples name={name} when={(time) => formatRelative(time)} />
      </Sample>
    </section>
  )
}

/** Parts and themes that the address asks for (`#/gallery?part=quirks&theme=dark`), several too; none: all of them. */
function isAsked(what: 'part' | 'theme', name: string): boolean {
  const asked = new URLSearchParams(location.hash.split('?')[1]).getAll(what)
  return asked.length === 0 || asked.includes(name)
}

function Sample({ part, title, children }: { part: string; title: string; children: ReactNode }) {
  if (!isAsked('part', part)) return null
  return (
    <div className="gallery-sample">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
