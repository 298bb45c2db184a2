import { expect, it } from 'vitest'
import { emptyMessageDraft, parseMessageDraft } from './messageDraft.ts'

const hourMs = 3_600_000
const kept = { text: 'Where is it?', fileIds: ['1'], topic: 'deposit', requestId: 'r', atMs: 0 }

it('gives back what was written, and pictures only while the server still has them', () => {
  expect(parseMessageDraft(kept, 22 * hourMs)).toEqual(kept)
  expect(parseMessageDraft(kept, 23 * hourMs)).toEqual({ ...kept, fileIds: [], requestId: undefined })
})

it('takes nothing odd for a draft', () => {
  for (const odd of [undefined, null, 'text', 7, {}, { text: 'a' }, { text: 'a', fileIds: 'b', atMs: 1 }])
    expect(parseMessageDraft(odd, 1)).toEqual(emptyMessageDraft)
})
