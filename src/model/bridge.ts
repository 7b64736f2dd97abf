/**
 * The HTTP calls of the page beside the socket (2 §7), with what local mode answers of the desktop bridge (1 §7): paths are
 * below `/web/api`. A failure has an HTTP status and the body `{ problem }`.
 *
 * GET    /v2/projects                     → { projects: ProjectEntry[] }
 * POST   /v2/projects                     NewProject → { project_uuid, name }          409 fileExists
 * POST   /v2/projects/json                ProjectUpload → { project_uuid, name }       409 fileExists
 * POST   /v2/projects/saveas              SaveAs → { project_uuid, name }              409 fileExists
 * DELETE /v2/projects/{uuid}              → {}      local mode: off the list, the file stays
 * GET    /v2/projects/{uuid}/{qrk|json}   → the file
 * GET    /local/state                     → LocalState
 * POST   /local/open                      { path } → { project_uuid, name }
 * POST   /local/backup                    { project_uuid } → { path }
 * GET    /local/exists?path=              → { exists: boolean }
 * GET    /local/files?path=               → Folder         the folder of the user where no path is given
 * PUT    /local/author                    { author } → {}
 *
 * The realtime part: GET /v1/thicket/ticket → { status, ticket }; WebSocket /v1/thicket?ticket=;
 * POST /v1/thicket/push?project={uuid} (the client has the project open on a socket, where the answer comes too, as a frame
 * with `push` and without msg_id, at its place among the events); GET /v1/thicket/projects/{uuid}/snapshot (ETag, Range,
 * headers Thicket-Epoch and Thicket-Head); GET /v1/thicket/projects/{uuid}/events?since= → { epoch, head, events }, about 1 MB.
 * Every call bears `Authorization: Bearer {secret}`; the launch secret of local mode comes in the fragment `#launch=`.
 */
import type { AnyRow, Table } from './schema.ts'

export interface ProjectEntry {
  project_uuid: string
  /** In local mode the path of the file. */
  name: string
  /** Time of the last change, ms; null where the file is not to be found. */
  modified: number | null
}

export interface NewProject {
  name: string
  overwrite?: boolean
  /** Those that every source is to answer; left out, the one without words. What cannot be written: baseStructureFailed, and no file. */
  questions?: string[]
}

/** A new project out of its JSON (2 §3): rows by table. Those of a table left out are none; a highlight's colour is not read. */
export interface ProjectUpload {
  name: string
  project_json: Partial<Record<Table, AnyRow[]>>
  overwrite?: boolean
}

export interface SaveAs {
  name: string
  orig_project_uuid: string
  overwrite?: boolean
}

export interface LocalState {
  localServer: true
  port: number
  lastAuthor: string
  recentFiles: string[]
  pathSeparator: string
  /** Folder offered for new projects. */
  home: string
}

export interface Folder {
  path: string
  /** null at the root. */
  parent: string | null
  entries: FolderEntry[]
}
export interface FolderEntry {
  name: string
  path: string
  kind: 'folder' | 'project'
  modified: number
  size: number
}
