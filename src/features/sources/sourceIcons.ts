/** The icons that a source can bear. Their names are kept in projects and stay as they are; any other name is shown as a document. */
import type { MessageKey, Translate } from '../../i18n/i18n.ts'
import {
  AudioIcon,
  BookIcon,
  GroupTalkIcon,
  type Icon,
  ImageIcon,
  InterviewIcon,
  LetterIcon,
  NewsIcon,
  NotesIcon,
  SourceIcon,
  SurveyIcon,
  VideoIcon,
  WebIcon,
} from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

interface NamedIcon {
  name: string
  title: MessageKey
  Mark: Icon
}

export const sourceIcons: readonly NamedIcon[] = [
  { name: 'md_generic', title: 'sourceIcon.generic', Mark: SourceIcon },
  { name: 'md_interview', title: 'sourceIcon.interview', Mark: InterviewIcon },
  { name: 'md_group', title: 'sourceIcon.group', Mark: GroupTalkIcon },
  { name: 'md_notes', title: 'sourceIcon.notes', Mark: NotesIcon },
  { name: 'md_survey', title: 'sourceIcon.survey', Mark: SurveyIcon },
  { name: 'md_letter', title: 'sourceIcon.letter', Mark: LetterIcon },
  { name: 'md_book', title: 'sourceIcon.book', Mark: BookIcon },
  { name: 'md_news', title: 'sourceIcon.news', Mark: NewsIcon },
  { name: 'md_web', title: 'sourceIcon.web', Mark: WebIcon },
  { name: 'md_audio', title: 'sourceIcon.audio', Mark: AudioIcon },
  { name: 'md_video', title: 'sourceIcon.video', Mark: VideoIcon },
  { name: 'md_image', title: 'sourceIcon.image', Mark: ImageIcon },
]

const byName = new Map(sourceIcons.map(({ name, Mark }) => [name, Mark]))

export const sourceIcon = (name: string | undefined): Icon => byName.get(name ?? '') ?? SourceIcon

/** The submenu by which the icon of a source is chosen. */
export const iconEntry = (
  t: Translate,
  icon: string | undefined,
  disabled: boolean,
  onChoose: (name: string) => void,
): MenuEntry => ({
  label: t('source.icon'),
  disabled,
  items: sourceIcons.map(({ name, title, Mark }) => ({
    label: t(title),
    icon: Mark,
    checked: name === (byName.has(icon ?? '') ? icon : 'md_generic'),
    onChange: () => onChoose(name),
  })),
})
