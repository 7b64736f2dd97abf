/** A registration: as JSON, or as a form that also says for which licence, and may have a student's file with it. */
import type { Context } from 'hono'
import { fromAnybody } from '../../src/model/contract/calls/call.ts'
import { type LicenceConfig, type Registration, shapes } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { parsed, readShape } from '../base/readShape.ts'
import { bodyOf } from './answer.ts'
import { readBody } from './readBody.ts'

export interface AskedRegistration {
  registration: Registration
  config?: LicenceConfig
  file?: File
}

/** Bytes of a student's file. */
const mostFile = 10 * 1024 * 1024

const isForm = (context: Context): boolean => /^multipart\/form-data;/i.test(context.req.header('content-type') ?? '')

/** Problems: badRequest, fileTooLarge. */
export async function readRegistration(context: Context): Promise<Result<AskedRegistration>> {
  if (!isForm(context)) {
    const registration = await bodyOf(context, shapes.Registration, fromAnybody)
    return isProblem(registration) ? registration : ok({ registration: registration.ok })
  }
  const form = await readForm(context)
  if (isProblem(form)) return form
  const licence = licenceIn(form.ok)
  if (isProblem(licence)) return licence
  const registration = readShape(shapes.Registration, jsonIn(form.ok, 'registration'))
  return isProblem(registration) ? registration : ok({ registration: registration.ok, ...licence.ok })
}

/** Problems: badRequest, fileTooLarge. */
export async function readLicence(context: Context): Promise<Result<Pick<AskedRegistration, 'config' | 'file'>>> {
  const form = isForm(context) ? await readForm(context) : problem({ kind: 'badRequest', detail: 'expected a form' })
  return isProblem(form) ? form : licenceIn(form.ok)
}

async function readForm(context: Context): Promise<Result<FormData>> {
  const bytes = await readBody(context, mostFile + 4 * fromAnybody)
  if (isProblem(bytes)) return bytes
  const headers = { 'content-type': context.req.header('content-type') ?? '' }
  const form = await new Response(bytes.ok, { headers }).formData().catch(() => null)
  return form === null ? problem({ kind: 'badRequest', detail: 'the form cannot be read' }) : ok(form)
}

function licenceIn(form: FormData): Result<Pick<AskedRegistration, 'config' | 'file'>> {
  const config = form.has('selectedConfig')
    ? readShape(shapes.LicenceConfig.optional(), jsonIn(form, 'selectedConfig'))
    : ok(undefined)
  if (isProblem(config)) return config
  const file = form.get('file')
  if (file instanceof File && file.size > mostFile)
    return problem({ kind: 'fileTooLarge', name: file.name, most: mostFile })
  return ok({ ...(config.ok && { config: config.ok }), ...(file instanceof File && file.size > 0 && { file }) })
}

/** The JSON of a field; undefined where it is none. */
function jsonIn(form: FormData, field: string): unknown {
  const text = form.get(field)
  return typeof text === 'string' ? parsed(Buffer.from(text)) : undefined
}
