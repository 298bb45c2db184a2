import { Sheet } from '#ui/Sheet.tsx'
import { ArticleInSheet } from './ArticleInSheet.tsx'
import { useState } from 'react'

/** One help article over whatever somebody is doing. */
export function ArticleSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  // The words stay while the sheet leaves.
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  const [title, setTitle] = useState('')
  return (
    <Sheet open={id !== undefined} onClose={onClose} title={title}>
      {shown !== undefined && <ArticleInSheet key={shown} id={shown} onTitle={setTitle} />}
    </Sheet>
  )
}
