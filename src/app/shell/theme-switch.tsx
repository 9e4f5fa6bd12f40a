import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { menuItemClass } from '#ui/menu.tsx'
import { useValue } from '../app-context.ts'
import { changeTheme, currentTheme } from '../theme.ts'

function useThemeSwitch() {
  const dark = useValue(currentTheme) === 'dark'
  return {
    icon: dark ? 'sun' : 'moon',
    label: dark ? '明るい表示にする' : '暗い表示にする',
    onClick: () => changeTheme(dark ? 'light' : 'dark'),
  } as const
}

export function ThemeSwitch() {
  return <IconButton {...useThemeSwitch()} />
}

/** The same as an item of a menu. */
export function ThemeItem() {
  const { icon, label, onClick } = useThemeSwitch()
  return (
    <button type="button" onClick={onClick} className={`${menuItemClass} min-h-12 text-base`}>
      <Icon name={icon} size={22} />
      {label}
    </button>
  )
}
