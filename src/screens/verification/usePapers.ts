import { useEffect, useRef, useState } from 'react'
import { forgetDraft, keepFields, keepPhoto, readDraft } from './draft.ts'
import { emptyPapers, type PaperFields, type Papers, type PhotoName } from './papers.ts'

export interface PapersState {
  papers: Papers
  change: (part: Partial<PaperFields>) => void
  /** Another picture is another file for the server. */
  setPhoto: (name: PhotoName, file: File | undefined) => void
  forget: () => Promise<void>
}

const writeAfterMs = 400

/** The form of basic verification, resumed where it was left; undefined while the draft is read. */
export function usePapers(initial: Partial<PaperFields>): PapersState | undefined {
  const [papers, setPapers] = useState<Papers>()
  const first = useRef(initial)
  const isForgotten = useRef(false)
  useEffect(() => {
    let isHere = true
    void readDraft().then((draft) => isHere && setPapers(draft ?? { ...emptyPapers, ...first.current, photos: {} }))
    return () => {
      isHere = false
    }
  }, [])
  useEffect(() => {
    if (!papers || isForgotten.current) return
    const { photos: _photos, ...fields } = papers
    const timer = setTimeout(() => void (isForgotten.current || keepFields(fields)), writeAfterMs)
    return () => clearTimeout(timer)
  }, [papers])
  if (!papers) return undefined
  return {
    papers,
    change: (part) => setPapers((now) => now && { ...now, ...part }),
    setPhoto: (name, file) => {
      setPapers((now) => {
        if (!now) return now
        const { [name]: _photo, ...photos } = now.photos
        const { [name]: _id, ...fileIds } = now.fileIds
        return { ...now, fileIds, photos: file ? { ...photos, [name]: file } : photos }
      })
      void keepPhoto(name, file)
    },
    forget: () => {
      isForgotten.current = true
      return forgetDraft()
    },
  }
}
