/**
 * The elements of the exchange format, one by one: what each adds to what stands around it. One that is not here, or stands where nothing is
 * known of it, is counted by its name and passed over with all that it holds.
 *
 * The order of elements is not relied on: some writers have their own.
 */

import { timeOf } from '../xml/timeOf.ts'
import type {
  Area,
  Case,
  Code,
  CodeSet,
  Coding,
  Exchange,
  Graph,
  Link,
  Medium,
  Selection,
  Text,
  Variable,
  VariableValue,
} from './exchange.ts'
import { guidKey, repeatedKey } from './guid.ts'

export type Attributes = Readonly<Record<string, string>>
/** An element whose words are wanted. */
export interface Leaf {
  kind: 'leaf'
  end: (words: string) => void
}
interface Value extends VariableValue {
  kind: 'value'
}
export type Node =
  | Exchange
  | Code
  | Variable
  | Case
  | Text
  | Medium
  | Area
  | Selection
  | Coding
  | CodeSet
  | Link
  | Graph
  | Value
  | Leaf
  /** Nothing is expected in it. */
  | { kind: 'empty' }

type Open = (project: Exchange, attributes: Attributes, parent: Node) => Node | null

const empty: Node = { kind: 'empty' }
/** Of most selections and codings: one list for all, never written to. */
const noNotes: string[] = []
/** Names of so many selections of a text tell how its positions are counted; the others are let go. */
export const namesKept = 300

const leaf = (end: (words: string) => void): Leaf => ({ kind: 'leaf', end })
/** What only gathers others. */
const gathers: Open = (_project, _attributes, parent) => (parent.kind === 'project' ? parent : null)

const stamp = (attributes: Attributes) => ({
  user: repeatedKey(attributes.creatingUser),
  time: timeOf(attributes.creationDateTime),
})

const text = (element: string, attributes: Attributes): Text => ({
  kind: 'text',
  element,
  key: guidKey(attributes.guid),
  name: attributes.name ?? '',
  plainPath: attributes.plainTextPath ?? '',
  richPath: attributes.richTextPath ?? '',
  content: null,
  description: '',
  ...stamp(attributes),
  modifyingUser: repeatedKey(attributes.modifyingUser),
  modified: timeOf(attributes.modifiedDateTime),
  selections: [],
  codings: [],
  notes: [],
  values: [],
  syncPoints: new Map(),
})

const source: Open = (project, attributes, parent) => {
  if (parent.kind !== 'project') return null
  const made = text('TextSource', attributes)
  project.sources.push(made)
  return made
}
const medium =
  (element: string): Open =>
  (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    const made: Medium = {
      kind: 'medium',
      element,
      key: guidKey(attributes.guid),
      name: attributes.name ?? '',
      path: attributes.path ?? '',
      description: '',
      ...stamp(attributes),
      texts: [],
      areas: [],
      codings: [],
      notes: [],
      values: [],
    }
    project.sources.push(made)
    return made
  }
/** What a source that is no text says. */
const textOf =
  (element: string): Open =>
  (_project, attributes, parent) => {
    const made = text(element, attributes)
    if (parent.kind === 'medium') parent.texts.push(made)
    else if (parent.kind === 'area') parent.text = made
    else return null
    return made
  }
const area =
  (element: string): Open =>
  (_project, attributes, parent) => {
    if (parent.kind !== 'medium') return null
    const made: Area = {
      kind: 'area',
      element,
      key: guidKey(attributes.guid),
      page: element === 'PDFSelection' ? (attributes.page ?? '') : '',
      description: '',
      ...stamp(attributes),
      codings: [],
      notes: [],
      text: null,
    }
    parent.areas.push(made)
    return made
  }

const selection = (attributes: Attributes, parent: Text, start: number, end: number): Selection => {
  const made: Selection = {
    kind: 'selection',
    key: guidKey(attributes.guid),
    name: attributes.name ?? '',
    start,
    end,
    ...stamp(attributes),
    description: '',
    codings: [],
    notes: noNotes,
  }
  parent.selections.push(made)
  return made
}

const position = (written: string | undefined): number =>
  written !== undefined && /^\s*[+-]?\d{1,15}\s*$/.test(written) ? Number(written) : Number.NaN

/** A reference to a code, a source, …: `add` says where it belongs. */
const reference =
  (add: (parent: Node, key: string) => boolean, keyOf = guidKey): Open =>
  (_project, attributes, parent) =>
    add(parent, keyOf(attributes.targetGUID ?? attributes.guid)) ? empty : null

const value: Open = (_project, _attributes, parent) =>
  parent.kind === 'value'
    ? leaf((words) => {
        parent.value = words
      })
    : null

const elements: Readonly<Record<string, Open>> = {
  Project: (project, attributes, parent) => {
    if (parent.kind !== 'empty') return null
    project.name = attributes.name ?? ''
    project.origin = attributes.origin ?? ''
    project.user = guidKey(attributes.creatingUserGUID)
    project.time = timeOf(attributes.creationDateTime)
    return project
  },
  CodeBook: (project, attributes, parent) => {
    if (parent.kind === 'empty') project.origin = attributes.origin ?? ''
    return parent.kind === 'empty' || parent.kind === 'project' ? project : null
  },
  Users: gathers,
  Codes: gathers,
  Variables: gathers,
  Cases: gathers,
  Sources: gathers,
  Notes: gathers,
  Links: gathers,
  Sets: gathers,
  Graphs: gathers,

  User: (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    project.users.set(guidKey(attributes.guid), attributes.name || attributes.id || '')
    return empty
  },
  Code: (project, attributes, parent) => {
    if (parent.kind !== 'project' && parent.kind !== 'code') return null
    const made: Code = {
      kind: 'code',
      key: guidKey(attributes.guid),
      name: attributes.name ?? '',
      codable: !/^\s*(?:false|0)\s*$/i.test(attributes.isCodable ?? ''),
      color: attributes.color?.trim() ?? '',
      description: '',
      notes: [],
      parent: parent.kind === 'code' ? parent : null,
    }
    project.codes.push(made)
    return made
  },
  Variable: (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    const { name = '', typeOfVariable: type = 'Text' } = attributes
    const made: Variable = { kind: 'variable', key: guidKey(attributes.guid), name, type, description: '' }
    project.variables.push(made)
    return made
  },
  Case: (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    const made: Case = {
      kind: 'case',
      key: guidKey(attributes.guid),
      name: attributes.name ?? '',
      description: '',
      codes: [],
      values: [],
      sources: [],
      selections: [],
    }
    project.cases.push(made)
    return made
  },
  VariableValue: (_project, _attributes, parent) => {
    if (parent.kind !== 'text' && parent.kind !== 'medium' && parent.kind !== 'case') return null
    const made: Value = { kind: 'value', variable: '', value: '' }
    parent.values.push(made)
    return made
  },
  TextValue: value,
  BooleanValue: value,
  IntegerValue: value,
  FloatValue: value,
  DateValue: value,
  DateTimeValue: value,

  TextSource: source,
  PictureSource: medium('PictureSource'),
  PDFSource: medium('PDFSource'),
  AudioSource: medium('AudioSource'),
  VideoSource: medium('VideoSource'),
  Representation: textOf('Representation'),
  TextDescription: textOf('TextDescription'),
  Transcript: textOf('Transcript'),
  Note: (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    const made = text('Note', attributes)
    project.ownNotes.push(made)
    return made
  },
  PlainTextContent: (_project, _attributes, parent) =>
    parent.kind === 'text'
      ? leaf((words) => {
          parent.content = words
        })
      : null,
  Description: (_project, _attributes, parent) =>
    'description' in parent
      ? leaf((words) => {
          parent.description = words
        })
      : null,

  PlainTextSelection: (_project, attributes, parent) =>
    parent.kind === 'text'
      ? selection(attributes, parent, position(attributes.startPosition), position(attributes.endPosition))
      : null,
  TranscriptSelection: (_project, attributes, parent) => {
    if (parent.kind !== 'text') return null
    const at = (sync: string | undefined) => parent.syncPoints.get(guidKey(sync))?.position ?? Number.NaN
    return selection(attributes, parent, at(attributes.fromSyncPoint), at(attributes.toSyncPoint))
  },
  SyncPoint: (_project, attributes, parent) => {
    if (parent.kind !== 'text') return null
    const [at, ms] = [position(attributes.position), position(attributes.timeStamp)]
    parent.syncPoints.set(guidKey(attributes.guid), { position: at, ms })
    return empty
  },
  PDFSelection: area('PDFSelection'),
  PictureSelection: area('PictureSelection'),
  AudioSelection: area('AudioSelection'),
  VideoSelection: area('VideoSelection'),
  Coding: (_project, attributes, parent) => {
    if (!('codings' in parent)) return null
    const made: Coding = { kind: 'coding', code: '', ...stamp(attributes), notes: noNotes }
    parent.codings.push(made)
    return made
  },

  CodeRef: reference((parent, key) => {
    if (parent.kind === 'coding') parent.code = key
    else if (parent.kind === 'case') parent.codes.push(key)
    else return false
    return true
  }, repeatedKey),
  VariableRef: reference((parent, key) => {
    if (parent.kind !== 'value') return false
    parent.variable = key
    return true
  }),
  SourceRef: reference((parent, key) => parent.kind === 'case' && parent.sources.push(key) > 0),
  SelectionRef: reference((parent, key) => parent.kind === 'case' && parent.selections.push(key) > 0),
  NoteRef: reference((parent, key) => {
    if (!('notes' in parent)) return false
    if (parent.notes === noNotes) parent.notes = [key]
    else parent.notes.push(key)
    return true
  }),
  MemberCode: reference((parent, key) => parent.kind === 'set' && parent.codes.push(key) > 0),
  MemberSource: reference((parent, key) => parent.kind === 'set' && parent.sources.push(key) > 0),
  MemberNote: reference((parent, key) => parent.kind === 'set' && parent.notes.push(key) > 0),

  Set: (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    const { name = '' } = attributes
    const key = guidKey(attributes.guid)
    const made: CodeSet = { kind: 'set', key, name, description: '', codes: [], sources: [], notes: [] }
    project.sets.push(made)
    return made
  },
  Link: (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    const [origin, target] = [guidKey(attributes.originGUID), guidKey(attributes.targetGUID)]
    const made: Link = { kind: 'link', origin, target, notes: [] }
    project.links.push(made)
    return made
  },
  Graph: (project, attributes, parent) => {
    if (parent.kind !== 'project') return null
    const made: Graph = { kind: 'graph', name: attributes.name ?? '', vertices: [], edges: 0 }
    project.graphs.push(made)
    return made
  },
  Vertex: (_project, attributes, parent) => {
    if (parent.kind !== 'graph') return null
    const middle = (first: string | undefined, second: string | undefined) =>
      second === undefined ? position(first) : (position(first) + position(second)) / 2
    const x = middle(attributes.firstX, attributes.secondX)
    const y = middle(attributes.firstY, attributes.secondY)
    parent.vertices.push({ code: guidKey(attributes.representedGUID), x, y })
    return empty
  },
  Edge: (_project, _attributes, parent) => {
    if (parent.kind !== 'graph') return null
    parent.edges += 1
    return empty
  },
}

/** null: nothing is known of it here. */
export const openElement = (name: string, project: Exchange, attributes: Attributes, parent: Node): Node | null =>
  Object.hasOwn(elements, name) ? (elements[name]?.(project, attributes, parent) ?? null) : null

export const knownElements = Object.keys(elements)
