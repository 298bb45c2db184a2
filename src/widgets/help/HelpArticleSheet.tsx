import { BottomSheet } from '#ui/BottomSheet.tsx'
import { HelpArticleSheetContent } from './HelpArticleSheetContent.tsx'
import { useState } from 'react'

/** One help article over whatever somebody is doing. */
export function HelpArticleSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  // The words stay while the sheet leaves.
  const [articleId, setArticleId] = useState(id)
  if (id !== undefined && id !== articleId) setArticleId(id)
  const [title, setTitle] = useState('')
  return (
    <BottomSheet open={id !== undefined} onClose={onClose} title={title}>
      {articleId !== undefined && <HelpArticleSheetContent key={articleId} id={articleId} onTitle={setTitle} />}
    </BottomSheet>
  )
}
