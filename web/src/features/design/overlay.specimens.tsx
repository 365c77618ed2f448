import { Badge } from '@waystory/ui/badge.tsx';
import { Button } from '@waystory/ui/button.tsx';
import { useConfirm } from '@waystory/ui/confirm-dialog.tsx';
import { Dialog, DialogClose } from '@waystory/ui/dialog.tsx';
import * as Menu from '@waystory/ui/dropdown-menu.tsx';
import { Field, Input } from '@waystory/ui/field.tsx';
import { Popover } from '@waystory/ui/popover.tsx';
import { Sheet } from '@waystory/ui/sheet.tsx';
import { SkeletonText } from '@waystory/ui/skeleton.tsx';
import { toast } from '@waystory/ui/toaster.tsx';
import { Tooltip } from '@waystory/ui/tooltip.tsx';
import { Languages, LogOut, Settings, User } from 'lucide-react';
import { useState } from 'react';
import { Specimen, Specimens } from './specimen.tsx';

export function OverlaySpecimens() {
  return (
    <Specimens title="Above the page">
      <div className="grid gap-8 @4xl:grid-cols-2">
        <Specimen name="Dialog, confirmation, sheet">
          <DayDialog />
          <DeleteButton />
          <PlaceSheet />
        </Specimen>
        <Specimen name="Menu, popover, tooltip">
          <AccountMenu />
          <Popover label="Distance" trigger={<Button variant="secondary">Popover</Button>}>
            <p className="text-subheading">2.4 km</p>
            <p className="text-small text-muted">About 31 minutes on foot, mostly down the hill.</p>
          </Popover>
          <Tooltip label="Waits 700 ms">
            <Button variant="quiet">Tooltip</Button>
          </Tooltip>
        </Specimen>
        <Specimen name="Toasts">
          <Button variant="secondary" onClick={() => toast.success('Story published', { description: 'It is on the map now.' })}>
            Success
          </Button>
          <Button variant="secondary" onClick={() => toast.error('Authentication failed. Please try again.')}>
            Error
          </Button>
          <Button variant="secondary" onClick={() => toast('Stop deleted', { action: { label: 'Undo', onClick: () => toast.info('It is back') } })}>
            With undo
          </Button>
        </Specimen>
      </div>
    </Specimens>
  );
}

function DayDialog() {
  return (
    <Dialog
      trigger={<Button variant="secondary">Dialog</Button>}
      title="Rename the day"
      description="The name stands above its stops."
      footer={
        <>
          <DialogClose asChild>
            <Button variant="quiet">Cancel</Button>
          </DialogClose>
          <DialogClose asChild>
            <Button>Rename</Button>
          </DialogClose>
        </>
      }
    >
      <Field label="Name">
        <Input defaultValue="The hill above the river" />
      </Field>
    </Dialog>
  );
}

function DeleteButton() {
  const confirm = useConfirm();
  const ask = async (): Promise<void> => {
    const agreed = await confirm({ title: 'Delete the story?', text: 'Its 3 days and 18 stops go with it.', confirmLabel: 'Delete', danger: true });
    toast(agreed ? 'Deleted' : 'Kept');
  };
  return (
    <Button variant="danger" onClick={() => void ask()}>
      Confirm
    </Button>
  );
}

function PlaceSheet() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Sheet
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title="Miradouro da Senhora do Monte" description="Graça, Lisbon, Portugal">
        <SkeletonText lines={6} />
      </Sheet>
    </>
  );
}

function AccountMenu() {
  const [language, setLanguage] = useState('en');
  return (
    <Menu.DropdownMenu align="start" trigger={<Button variant="secondary">Menu</Button>}>
      <Menu.DropdownMenuLabel>marta</Menu.DropdownMenuLabel>
      <Menu.DropdownMenuItem icon={<User />}>Profile</Menu.DropdownMenuItem>
      <Menu.DropdownMenuItem icon={<Settings />} disabled>
        Settings
      </Menu.DropdownMenuItem>
      <Menu.DropdownMenuSeparator />
      <Menu.DropdownMenuRadioGroup value={language} onValueChange={setLanguage}>
        <Menu.DropdownMenuRadioItem value="en">
          <Languages aria-hidden="true" />
          English
        </Menu.DropdownMenuRadioItem>
        <Menu.DropdownMenuRadioItem value="de" disabled note={<Badge tone="outline">Coming soon</Badge>}>
          <Languages aria-hidden="true" />
          Deutsch
        </Menu.DropdownMenuRadioItem>
      </Menu.DropdownMenuRadioGroup>
      <Menu.DropdownMenuSeparator />
      <Menu.DropdownMenuItem icon={<LogOut />} danger>
        Log out
      </Menu.DropdownMenuItem>
    </Menu.DropdownMenu>
  );
}
