import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { ChevronRightIcon } from '#ui/icons/icons.tsx'
import { type ListRowProps, ListRowContent, pressableListRowClassNames } from '#ui/ListRow.tsx'

type AnchorProps = Omit<ListRowProps, 'onClick' | 'disabled'> & Omit<ComponentProps<'a'>, 'title' | 'children'>

function Anchor({ leading, title, subtitle, trailing, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={pressableListRowClassNames}>
      <ListRowContent
        leading={leading}
        title={title}
        subtitle={subtitle}
        trailing={
          <>
            {trailing}
            <ChevronRightIcon />
          </>
        }
      />
    </a>
  )
}

/** A row of a list that opens a screen. */
export const RowLink = createLink(Anchor)
