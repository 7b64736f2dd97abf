/** 2 §7: the report of a project, by the server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ReportProject, valueOfPart } from '../../src/model/report.ts'
import { reportLanguageOf } from '../reports/gatherReportOptions.ts'
import { type Served, serve } from '../testing/serve.ts'
import { connect, quirk } from '../testing/socketClient.ts'

let served: Served
beforeAll(async () => {
  served = await serve()
  writeFileSync(join(served.folder, 'page/report.zip'), zipSync({ 'index.html': strToU8('<!doctype html>') }))
})
afterAll(() => served.end())

it('is given to whoever may see the project, by its id and by its file, in the language of the browser', async () => {
  const uuid = await served.project('Reported')
  const client = await connect(served)
  await client.open(uuid)
  await client.push(1, [[quirk(8192)]])
  const path = `${served.folder}/Reported.qrk`
  for (const address of [
    `/web/api/v2/local/projects/${uuid}/report`,
    `/web/api/local/report?name=${encodeURIComponent(path)}`,
  ]) {
    const response = await served.call(address, { headers: { 'accept-language': 'de-DE,de;q=0.9' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain('Reported report.zip')
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const project = valueOfPart('project', new TextDecoder().decode(files['data/project.js'])) as ReportProject
    expect([project.title, project.language, project.quirks.length]).toEqual(['Reported', 'de', 1])
    expect(Object.keys(files)).toContain('index.html')
  }
  expect((await served.call('/web/api/v2/local/projects/none/report', {})).status).toBe(404)
  expect((await fetch(`${served.base}/web/api/v2/local/projects/${uuid}/report`)).status).toBe(401)
})

it.each([
  ['pt-BR,pt;q=0.9', 'pt'],
  ['nl, fr;q=0.5', 'fr'],
  ['', 'en'],
])('the language of %s is %s', (wanted, language) => {
  expect(reportLanguageOf(wanted)).toBe(language)
})
