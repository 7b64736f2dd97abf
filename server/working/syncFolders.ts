/** Folders that a program of a cloud keeps the same on several machines: by what it leaves in them, or by where it puts them. */

/** A file or folder that stands in the topmost of the folders that are kept the same. */
const markers: readonly [RegExp, string][] = [
  [/^\.dropbox(\.cache)?$/, 'Dropbox'],
  [/^\.stfolder$/, 'Syncthing'],
  [/^\.nextcloudsync\.log$/, 'Nextcloud'],
  [/^\.owncloudsync\.log$/, 'ownCloud'],
  [/^\._?sync_[0-9a-f]+\.db$/, 'Nextcloud'],
  [/^\.tmp\.drive(down|up)load$/, 'Google Drive'],
  [/^\.seafile-data$/, 'Seafile'],
]

/** Folders below the person's own, as these programs make them unless they are told otherwise. */
const places: readonly [RegExp, string][] = [
  [/^Dropbox( \(.+\))?$/, 'Dropbox'],
  [/^OneDrive( - .+)?$/, 'OneDrive'],
  [/^(Google ?Drive|My Drive)$/, 'Google Drive'],
  [/^(iCloudDrive|Library\/Mobile Documents)$/, 'iCloud Drive'],
  [/^Nextcloud\d*$/, 'Nextcloud'],
  [/^ownCloud\d*$/i, 'ownCloud'],
  [/^(Seafile|SeaDrive)$/, 'Seafile'],
  [/^Library\/CloudStorage\/OneDrive/, 'OneDrive'],
  [/^Library\/CloudStorage\/GoogleDrive/, 'Google Drive'],
  [/^Library\/CloudStorage\/Dropbox/, 'Dropbox'],
  [/^Library\/CloudStorage\/Nextcloud/, 'Nextcloud'],
  [/^Library\/CloudStorage\/[^/]+$/, 'CloudStorage'],
]

export const markedBy = (names: readonly string[]): string | null =>
  markers.find(([marker]) => names.some((name) => marker.test(name)))?.[1] ?? null

/** `below`: a folder's path from the person's own, with slashes. */
export const placedBy = (below: string): string | null => places.find(([place]) => place.test(below))?.[1] ?? null
