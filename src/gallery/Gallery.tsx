import type { ReactNode } from 'react'
import { formatRelative } from '../i18n/formats.ts'
import { LANGUAGES, setLanguage } from '../i18n/language.ts'
import { useLanguage, useT } from '../i18n/useT.ts'
import { Select } from '../ui/Select.tsx'
import { ButtonSamples } from './ButtonSamples.tsx'
import { CanvasSamples } from './CanvasSamples.tsx'
import { ChoiceSamples } from './ChoiceSamples.tsx'
import { CodingSamples } from './CodingSamples.tsx'
import { FieldSamples } from './FieldSamples.tsx'
import { FloatSamples } from './FloatSamples.tsx'
import { GroupSamples } from './GroupSamples.tsx'
import { ListSamples } from './ListSamples.tsx'
import { MemoSamples } from './MemoSamples.tsx'
import { PageSample } from './PageSample.tsx'
import { PaletteSamples } from './PaletteSamples.tsx'
import { PhoneSamples } from './PhoneSamples.tsx'
import { PropertySamples } from './PropertySamples.tsx'
import { QuirkSamples } from './QuirkSamples.tsx'
import { SourceSamples } from './SourceSamples.tsx'
import { StateSamples } from './StateSamples.tsx'
import { TabSamples } from './TabSamples.tsx'
import { TreeSamples } from './TreeSamples.tsx'

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
        <Theme name="light" />
        <Theme name="dark" />
      </div>
    </main>
  )
}

function Theme({ name }: { name: 'light' | 'dark' }) {
  const t = useT()
  return (
    <section className="gallery-theme" data-theme={name} aria-label={t(`settings.theme.${name}`)}>
      <PageSample name={name} />
      <Sample title="Button, IconButton">
        <ButtonSamples />
      </Sample>
      <Sample title="TextField, SearchField, Combobox">
        <FieldSamples />
      </Sample>
      <Sample title="Select, Checkbox, Switch, Slider, ColourPicker">
        <ChoiceSamples />
      </Sample>
      <Sample title="Modal, ConfirmDialog, Dropdown, ContextMenu, MenuAt, Popover, toast">
        <FloatSamples />
      </Sample>
      <Sample title="Quirks">
        <QuirkSamples />
      </Sample>
      <Sample title="PropertyFields, PropertyEditor, SourceValues, NoProperties, PropertyGrid">
        <PropertySamples />
      </Sample>
      <Sample title="QuirkChoices, ActiveTools, TouchBar, MarkFilterBar, SearchFields, HitList">
        <CodingSamples />
      </Sample>
      <Sample title="MemoCard, MemoEditor, MemoMark">
        <MemoSamples />
      </Sample>
      <Sample title="BoardStage, QuirkTree, Captions, CanvasEmpty, CanvasFiltered, CanvasLoading">
        <CanvasSamples name={name} />
      </Sample>
      <Sample title="TreeHead, TreeNode, TreeNothing">
        <TreeSamples name={name} />
      </Sample>
      <Sample title="Tabs">
        <TabSamples />
      </Sample>
      <Sample title="StatusPill, ProgressBar, Spinner, Skeleton, EmptyState, ErrorState">
        <StateSamples />
      </Sample>
      <Sample title="GroupsEditor, GroupsFilter, GroupChecks, FilterNoteBar">
        <GroupSamples />
      </Sample>
      <Sample title="Palette, ViewSettings, About, ViewMenu, ShortcutList">
        <PaletteSamples />
      </Sample>
      <Sample title="PhoneQuirks">
        <PhoneSamples />
      </Sample>
      <Sample title="SourceListView, QuestionTabs, MissingAnswer, QuestionsEditor, CreateQuestions">
        <SourceSamples />
      </Sample>
      <Sample title="VirtualList">
        <ListSamples name={name} when={(time) => formatRelative(time)} />
      </Sample>
    </section>
  )
}

function Sample({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="gallery-sample">
      <h2>{title}</h2>
      {children}
    </div>
  )
}
