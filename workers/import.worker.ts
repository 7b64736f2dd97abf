/** The worker that reads files into sources. Whoever wants to cancel ends the worker: a parser cannot be stopped halfway. */
import { expose } from 'comlink'
import { type ImportFile, type Report, readSources } from './import/readSources.ts'

const api = { readSources: (file: ImportFile, report?: Report) => readSources(file, report) }

export type ImportApi = typeof api

expose(api)
