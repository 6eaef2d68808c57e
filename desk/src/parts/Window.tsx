// A window over the screen, with its title, opened by a button.
import { useEffect, useRef, type ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components';

interface WindowParts {
  /** What the button says. */
  readonly button: ReactNode;
  readonly isSmall?: boolean;
  readonly title: string;
  readonly children: (close: () => void) => ReactNode;
}

export function Window({ button, isSmall = false, title, children }: WindowParts): ReactNode {
  return (
    <DialogTrigger>
      <Button className={isSmall ? 'button small' : 'button'}>{button}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog>
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                <Keyboard>{children(close)}</Keyboard>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

// Where what had the focus is removed, such as the button of a row that is gone, the keyboard goes on in the window.
function Keyboard({ children }: { readonly children: ReactNode }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const held = place.current;
    if (!held) return;
    const watcher = new MutationObserver(() => {
      if (document.activeElement === document.body) held.focus();
    });
    watcher.observe(held, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="keyboard">
      {children}
    </div>
  );
}
