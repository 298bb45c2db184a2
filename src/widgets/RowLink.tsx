import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ChevronRight } from '#ui/icons.tsx'
import { type ListRowProps, RowContent, rowClasses } from '#ui/ListRow.tsx'

type AnchorProps = Omit<ListRowProps, 'onClick' | 'disabled'> & Omit<ComponentProps<'a'>, 'title' | 'children'>

function Anchor({ leading, title, subtitle, trailing, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={rowClasses}>
      <RowContent
        leading={leading}
        title={title}
        subtitle={subtitle}
        trailing={
          <>
            {trailing}
            <ChevronRight />
          </>
        }
      />
    </a>
  )
}

/** A row of a list that opens a screen. */
export const RowLink = createLink(Anchor)
