import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { previewDraft, publishable, publishDraft } from '../publish.ts'
import { StaffRefused } from '../refused.ts'
import { admit } from '../staff.ts'
import type { Command } from './command.ts'

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new StaffRefused('usage', `${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}

/** News, notices and announcements between releases. */
export const publishCommands: Command[] = [
  {
    name: 'publish',
    needs: ['file'],
    options: { kind: { type: 'string' }, lang: { type: 'string' }, name: { type: 'string' }, confirm: { type: 'string' } },
    shown: '--kind <kind> [--lang en-us] [--name <name>] [--confirm <code>]',
    about: 'Previews a text; with the code of the preview it is published.',
    more: [
      `Kinds: ${publishable.join(', ')}. The file has the form of those in server/db/seed/content; its name is the text’s name unless --name says.`,
      'Published again under its name, a text replaces its earlier version. Texts of the release cannot be replaced.',
    ],
    run: async ({ desk, staff, say }, given) => {
      const path = given.of('file')
      const draft = {
        slug: given.option('name') ?? basename(path).replace(/\.html$/, ''),
        kind: given.option('kind') ?? '',
        lang: given.option('lang') ?? 'en-us',
        text: textOf(path),
      }
      const who = await staff()
      admit(who, 'content.publish')
      const code = given.option('confirm')
      if (code !== undefined) {
        await publishDraft(desk, who, draft, code)
        return say(`Published: ${draft.kind} ${draft.slug} (${draft.lang}).`)
      }
      const preview = previewDraft(desk, draft)
      for (const line of [preview.title, preview.summary, `${draft.kind} · ${preview.category} · ${draft.lang}`, '', preview.words, ''])
        say(line)
      say(`To publish exactly this, run the same with --confirm ${preview.code}`)
    },
  },
]
