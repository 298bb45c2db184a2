import { basename } from 'node:path'
import { previewContentDraft, publishableContentKinds, publishContentDraft } from '../publish.ts'
import { readStaffTextFile } from '../readText.ts'
import { assertStaffPermitted } from '../staff.ts'
import type { OperatorCommand } from './command.ts'

/** News, notices and announcements between releases. */
export const contentPublishingCommands: OperatorCommand[] = [
  {
    name: 'publish',
    needs: ['file'],
    options: { kind: { type: 'string' }, lang: { type: 'string' }, name: { type: 'string' }, confirm: { type: 'string' } },
    usage: '--kind <kind> [--lang en-us] [--name <name>] [--confirm <code>]',
    about: 'Previews a text; with the code of the preview it is published.',
    more: [
      `Kinds: ${publishableContentKinds.join(', ')}. The file has the form of those in server/db/seed/content; its name is the text’s name unless --name says.`,
      'Published again under its name, a text replaces its earlier version. Texts of the release cannot be replaced.',
    ],
    run: async ({ context, staff, print }, input) => {
      const path = input.of('file')
      const draft = {
        slug: input.option('name') ?? basename(path).replace(/\.html$/, ''),
        kind: input.option('kind') ?? '',
        lang: input.option('lang') ?? 'en-us',
        text: readStaffTextFile(path),
      }
      const who = await staff()
      assertStaffPermitted(who, 'content.publish')
      const code = input.option('confirm')
      if (code !== undefined) {
        await publishContentDraft(context, who, draft, code)
        return print(`Published: ${draft.kind} ${draft.slug} (${draft.lang}).`)
      }
      const preview = previewContentDraft(context, draft)
      for (const line of [preview.title, preview.summary, `${draft.kind} · ${preview.category} · ${draft.lang}`, '', preview.words, ''])
        print(line)
      print(`To publish exactly this, run the same with --confirm ${preview.code}`)
    },
  },
]
