// The one script of the page: settings first (they colour the page), then the app.
import { render } from "preact";
import "./app/theme.css";
import "./app/app.css";
import { Layout } from "./app/layout.tsx";
import { startRouter } from "./app/router.ts";
import { openSession } from "./app/session.ts";
import { applySettings } from "./app/settings.ts";

applySettings();
startRouter();
openSession();
render(<Layout />, document.getElementById("app")!);
