import * as z from 'zod/mini'
import { StartupError } from './startupError.ts'

// What the schemas of the settings are made of. A sentence begins after the setting's name, which `parseSettings` puts before it from the
// schema's own key, so that a refusal can never name another one.

/** The settings as they are given: the environment, or what a test gives. */
export type SettingLookup = (name: string) => string | undefined

/** A setting that may repeat its value in a refusal, since it is no secret. */
export const plainTextSetting = (isRight: (text: string) => boolean, wouldBeRight: string) =>
  z.string().check(z.refine(isRight, { error: ({ input }) => `${wouldBeRight}, not "${String(input)}".` }))

/** A setting whose value a refusal never repeats: it may hold a password or be a key that was put here by mistake. */
export const secretTextSetting = (isRight: (text: string) => boolean, sentence: string) =>
  z.string().check(z.refine(isRight, { error: sentence }))

/** Whether a value is a URL of one of these protocols, which are written with their colon. */
export const isUrlWithProtocol = (protocols: readonly string[], value: unknown): value is string =>
  typeof value === 'string' && protocols.includes(URL.parse(value)?.protocol ?? '')

/** A URL that may hold a password, written as the platform writes URLs. */
export const urlSetting = (protocols: readonly string[]) =>
  z.pipe(
    secretTextSetting(
      (text) => isUrlWithProtocol(protocols, text),
      `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
    ),
    z.transform((text) => new URL(text).href),
  )

/** A URL in JSON, with the sentence of the whole setting for whatever else it is. */
export const urlInJsonSchema = (protocols: readonly string[], sentence: string) =>
  z.string({ error: sentence }).check(z.refine((text) => isUrlWithProtocol(protocols, text), { error: sentence }))

/** A setting that is JSON of this schema; the sentence is for what is no JSON. */
export const jsonSetting = <Schema extends z.ZodMiniType>(schema: Schema, sentence: string) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string, { issues }): unknown => {
        try {
          return JSON.parse(text)
        } catch {
          issues.push({ code: 'custom', message: sentence, input: text })
          return z.NEVER
        }
      }),
      schema,
    ),
  )

const isTogether = Symbol('together')

/** What several settings have to be together. It is asked whenever each of them can be read, whatever else is wrong. */
export function createJointSettingsCheck<Settings extends object>(
  names: readonly (keyof Settings & string)[],
  isRight: (settings: Settings) => boolean,
  sentence: string,
) {
  const [first = ''] = names
  return z.refine<Settings>(isRight, {
    path: [first, isTogether],
    error: sentence,
    when: ({ issues }) => !issues.some(({ path }) => path?.[1] !== isTogether && names.some((name) => path?.[0] === name)),
  })
}

/** Reads every setting of the schema. All that is wrong is one StartupError, a line for each, which names the setting and what would be right. */
export function parseSettings<Schema extends z.ZodMiniObject>(schema: Schema, settings: SettingLookup): z.output<Schema> {
  const names = Object.keys(schema.shape)
  // An empty variable counts as not set: that is how a unit file or a shell clears one.
  const set = names.map((name) => [name, settings(name)?.trim() || undefined] as const).filter(([, text]) => text !== undefined)
  const { success, data, error } = schema.safeParse(Object.fromEntries(set))
  if (success) return data
  throw new StartupError([...new Set(error.issues.map(({ path, message }) => `${String(path[0])} ${message}`))].join('\n'))
}
